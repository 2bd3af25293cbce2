/**
 * Spanish texts of the dossiers, for docs/es/pacs.md. Code is not translated.
 * @module
 */
import type { Grade, Topic } from '../../../src/pac/adapter/dossier.js'
import type { MatrixWords } from './pacMatrix.js'

export const spanishTopics: Readonly<Record<Topic, string>> = {
  stamp: 'Timbra lo que usted selló',
  repeat: 'El mismo documento otra vez no da un segundo timbre',
  earlier: 'y devuelve el anterior',
  find: 'Consulta que no timbra',
  cancel: 'Cancela con una solicitud firmada por usted',
  receiver: 'Lista lo que espera a un receptor, y lleva su respuesta firmada',
  related: 'Documentos relacionados, por una pregunta firmada',
  status: 'Estado ante el SAT',
  balance: 'Timbres que quedan',
  ping: 'Salud',
  retenciones: 'Retenciones',
}

export const spanishGrades: Readonly<Record<Grade, string>> = {
  recorded: 'grabado',
  documented: 'documentado',
  inferred: 'inferido',
  unknown: 'se ignora',
}

/** The matrix by document. */
export const spanishMatrix: Omit<MatrixWords, 'grades'> = {
  intro: `## Por documento

Peticiones que una fuente pública describe, y la evidencia más fuerte de cada una; – donde ninguna la describe. Los adaptadores envían las
del CFDI, y de las de retenciones las que nombra la página del PAC. Los PAC simulados se hacen de los mismos contratos, \`src/pac/fakes/contracts\`, que ningún
adaptador lee.`,
  documents: { cfdi: 'CFDI', retenciones: 'Retenciones' },
  operations: {
    stamp: 'timbrar',
    find: 'consultar el timbre',
    cancel: 'cancelar, con una solicitud firmada',
    pending: 'solicitudes pendientes de un receptor',
    answer: 'respuesta firmada de un receptor',
    related: 'documentos relacionados',
    status: 'estado',
    balance: 'saldo',
    register: 'registro de un emisor, sin su llave',
  },
}

/** By the English sentence of the dossier. */
export const spanish: Readonly<Record<string, string>> = {
  yes: 'sí',
  'yes; no reply was recorded': 'sí; no se grabó ninguna respuesta',
  'yes: `TimbraCfdi`; its SDK is tested with the operation that seals':
    'sí: `TimbraCfdi`; su SDK se prueba con la operación que sella',
  'yusent/cfdis (its tests of FEL)': 'yusent/cfdis (sus pruebas de FEL)',
  'phpcfdi/finkok (tests/Integration, tests/_files), until 2026':
    'phpcfdi/finkok (tests/Integration, tests/_files), hasta 2026',
  'SAT-CFDI/python-satcfdi (tests/test_pac_finkok)':
    'SAT-CFDI/python-satcfdi (tests/test_pac_finkok)',
  'SAT-CFDI/python-satcfdi (tests/test_pac_swsapien)':
    'SAT-CFDI/python-satcfdi (tests/test_pac_swsapien)',
  'the tests of the SDKs of SW (lunasoft)': 'las pruebas de los SDK de SW (lunasoft)',
  sometimes: 'a veces',
  always: 'siempre',
  never: 'nunca',
  none: 'ninguna',
  'same service': 'el mismo servicio',
  'same operation': 'la misma operación',
  'another service': 'otro servicio',
  'its own service': 'su propio servicio',
  'its own WSDL': 'su propio WSDL',
  'its own path': 'su propia ruta',
  'the service of the SAT': 'el servicio del SAT',
  'the service of the CFDI': 'el servicio de los CFDI',
  'the addresses of the CFDI': 'las direcciones de los CFDI',
  'the host of the CFDI': 'el servidor de los CFDI',
  'the shapes of the CFDI': 'las formas de los CFDI',
  'the stamping address answers': 'la dirección de timbrado responde',
  'the host that stamps answers': 'el servidor que timbra responde',
  'by the bytes: `stamped`; absent: 603': 'por los bytes: `stamped`; ausente: 603',
  'by the reference': 'por la referencia',
  'by the SHA-256 of the cadena original: `getXML`':
    'por el SHA-256 de la cadena original: `getXML`',
  'by the header `tipo`': 'por el encabezado `tipo`',
  '`registration.get`, with `rfc`': '`registration.get`, con `rfc`',
  'WSDL of the stamping service': 'el WSDL del servicio de timbrado',
  'WSDL, because a login may lock the account':
    'el WSDL, porque un inicio de sesión puede bloquear la cuenta',
  'read if it comes': 'se lee si viene',
  'never; read if it comes': 'nunca; se lee si viene',
  'always, by an option that is always sent': 'siempre, por una opción que siempre se envía',
  '801, by the reference that is derived from the bytes':
    '801, por la referencia que se obtiene de los bytes',
  'none without the UUID': 'ninguna sin el UUID',
  'none: `Utilerias.buscar` has unknown parameters':
    'ninguna: se ignoran los parámetros de `Utilerias.buscar`',
  '`getTimbres`, with `rfc`': '`getTimbres`, con `rfc`',
  '`ConsultarCreditos`: the packages in force': '`ConsultarCreditos`: los paquetes vigentes',
  '`cancelarConOpciones` with `XML_CANCELACION`': '`cancelarConOpciones` con `XML_CANCELACION`',
  'no: it wants the key (PFX)': 'no: pide la llave (PFX)',
  'not offered: it takes the key': 'no se ofrece: pide la llave',
  '`consultarPeticionesPendientes`; answers take the key, and are not offered':
    '`consultarPeticionesPendientes`; las respuestas piden la llave, y no se ofrecen',
  'only as an option of other calls': 'solo como opción de otras llamadas',
  '`peticionesPendientes`; `procesarRespuesta` takes the key (PFX), and is not offered':
    '`peticionesPendientes`; `procesarRespuesta` pide la llave (PFX), y no se ofrece',
  'not offered: `cfdiRelacionado` takes the key (PFX)':
    'no se ofrece: `cfdiRelacionado` pide la llave (PFX)',
  '`CancelaRetencion` uses the CSD that the account keeps':
    '`CancelaRetencion` usa el CSD que guarda la cuenta',
  '`ObtenerStatusHash`, of an unknown hash: give `hash`':
    '`ObtenerStatusHash`, de un hash que se ignora: dé `hash`',
  'the address in `urls.retenciones`': 'la dirección en `urls.retenciones`',
  'its pages name two paths on `timbrado.pade.mx`, `/PadeApp/TimbradoRet2.0` and the older `/PadeApp/TimbradoRetService`, and none on `pruebas.pade.mx`: without the option it refuses them with 705; the fields of its cancellation are not public':
    'sus páginas nombran dos rutas en `timbrado.pade.mx`, `/PadeApp/TimbradoRet2.0` y la anterior `/PadeApp/TimbradoRetService`, y ninguna en `pruebas.pade.mx`: sin la opción las rechaza con 705; los campos de su cancelación no son públicos',
  'in tests `dev.facturacfdi.mx:8081`; `CancelacionOne` takes the private key':
    'en pruebas `dev.facturacfdi.mx:8081`; `CancelacionOne` pide la llave privada',
  'with 307 it returns the earlier stamp': 'con 307 devuelve el timbre anterior',
  'without a reference, so that a lost answer cannot be looked up; `cancelar_retencion` takes the private key':
    'sin referencia, de modo que una respuesta perdida no se puede consultar; `cancelar_retencion` pide la llave privada',
  'no public source has its operations: it refuses them with 705, and sends nothing':
    'ninguna fuente pública tiene sus operaciones: las rechaza con 705, y no envía nada',
  '`enviarRetencion`; no public source has its reply':
    '`enviarRetencion`; ninguna fuente pública tiene su respuesta',
  'by a page of 2016: `enviarRetencion`, `cancelarRetencion` and `verificarEstatusRetencion`, without their replies: it refuses them with 705, and sends nothing':
    'según una página de 2016: `enviarRetencion`, `cancelarRetencion` y `verificarEstatusRetencion`, sin sus respuestas: las rechaza con 705, y no envía nada',
  'Which address has `timbradoRet`, in both environments, and is its reply that of a CFDI?':
    '¿Qué dirección tiene `timbradoRet`, en los dos ambientes, y su respuesta es la de un CFDI?',
  'their namespace distinguishes them': 'las distingue por su espacio de nombres',
  '`tipo: reten` in the header when it cancels': '`tipo: reten` en el encabezado al cancelar',

  'After a stamp, `stamped` denied it for 4 to 8 s in 2019 (603): one look-up proves nothing.':
    'Después de un timbre, `stamped` lo negaba de 4 a 8 s en 2019 (603): una consulta no prueba nada.',
  'After a lost answer a failover looks up: a document that never reached Finkok is sent again, or to the next PAC, after three times 603 in ten minutes.':
    'Después de una respuesta perdida, `failover` consulta: un documento que nunca llegó a Finkok se envía otra vez, o al siguiente PAC, después de tres veces 603 en diez minutos.',
  '205 is normal in the first minutes after stamping: cancel later.':
    '205 es normal en los primeros minutos después de timbrar: cancele más tarde.',
  '5 requests of cancellation for a UUID (799); 72 hours between two (798).':
    '5 solicitudes de cancelación por UUID (799); 72 horas entre dos (798).',
  'It cancels what another PAC stamped only with the key (`out_cancel`), which is not offered: a failover goes on to the next PAC.':
    'Lo que timbró otro PAC lo cancela solo con la llave (`out_cancel`), y eso no se ofrece: `failover` sigue con el siguiente PAC.',
  'Descriptions with `&amp;amp;` were refused (705) until April 2024.':
    'Las descripciones con `&amp;amp;` se rechazaban (705) hasta abril de 2024.',
  '`demo-facturacion.finkok.com`, with an account of its own. The RFC of the issuer must be registered in the account (702).':
    '`demo-facturacion.finkok.com`, con su propia cuenta. El RFC del emisor debe estar dado de alta en ella (702).',
  'Is the date (401) checked before the earlier stamp (307)?':
    '¿Se revisa la fecha (401) antes que el timbre anterior (307)?',
  'Does the account that stamps also read `registration.get`, or only that of the reseller?':
    '¿La cuenta que timbra puede leer también `registration.get`, o solo la del distribuidor?',

  '5 MB for a document.': '5 MB por documento.',
  'Fecha: at most 72 hours old and 5 minutes ahead (65 in Quintana Roo).':
    'Fecha: a lo más 72 horas atrás y 5 minutos adelante (65 en Quintana Roo).',
  'An earlier stamp that does not come cannot be looked up: the failover holds the document, and only `settle` or the portal ends it.':
    'Un timbre anterior que no viene no se puede consultar: `failover` retiene el documento, y solo `settle` o el portal lo resuelven.',
  '`testing.solucionfactible.com`, with credentials published on its page. Cancellations take effect after 5 minutes.':
    '`testing.solucionfactible.com`, con credenciales publicadas en su página. Las cancelaciones surten efecto a los 5 minutos.',
  'Do 307 and 624 bring `cfdiTimbrado`?': '¿307 y 624 traen `cfdiTimbrado`?',
  'Which parameters does `Utilerias.buscar` have?':
    '¿Cuáles son los parámetros de `Utilerias.buscar`?',
  'Is the namespace of `getTimbres` that of the example of its service?':
    '¿El espacio de nombres de `getTimbres` es el del ejemplo de su servicio?',
  'Do 501 and 503 prove that nothing was stamped?': '¿501 y 503 prueban que no se timbró nada?',

  'Three wrong passwords lock the account, in the portal or by the service.':
    'Tres contraseñas equivocadas bloquean la cuenta, en el portal o por el servicio.',
  'Code 5 is maintenance: the document goes to the next PAC.':
    'El código 5 es mantenimiento: el documento va al siguiente PAC.',
  'A cancellation wants `rfcReceptor` and `total` besides the signed request.':
    'Una cancelación pide `rfcReceptor` y `total` además de la solicitud firmada.',
  '`pruebas.pade.mx`, a separate infrastructure.': '`pruebas.pade.mx`, una infraestructura aparte.',
  'In writing: does it take documents that are sealed already, in every contract?':
    'Por escrito: ¿recibe documentos ya sellados, en todo contrato?',
  'Does REST take a signed cancellation?': '¿REST recibe una cancelación firmada?',

  'More than 10 % of invalid requests are charged as stamps; above 30 % the account is blocked: validate before you seal, which the engine does. After 10 rejections among 40 documents nothing is sent for 15 minutes.':
    'Las peticiones inválidas que pasan de 10 % se cobran como timbres; sobre 30 % se bloquea la cuenta: valide antes de sellar, como hace el motor. Con 10 rechazos entre 40 documentos no se envía nada en 15 minutos.',
  'A failover does not send a document again after a lost answer while the look-up says nothing; `confirmed: { dedupByContent: true }` lets it, once you know that a repeated reference is not charged.':
    'Después de una respuesta perdida, `failover` no envía otra vez un documento mientras la consulta no diga nada; `confirmed: { dedupByContent: true }` lo permite, cuando usted sepa que una referencia repetida no se cobra.',
  'After a lost answer a failover looks up, and sends nothing again. The absence of a document at FEL is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.':
    'Después de una respuesta perdida, `failover` consulta y no envía nada otra vez. De lo que no llegó a FEL no se sabe que falte: con `hold` espera a `settle`, con `switch` va al siguiente PAC. Lo remedia `absent`, lo que su consulta responde de lo que nunca timbró, cuando usted lo confirme.',
  'After a lost answer a failover looks up, and sends nothing again. The absence of a document at SIFEI is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.':
    'Después de una respuesta perdida, `failover` consulta y no envía nada otra vez. De lo que no llegó a SIFEI no se sabe que falte: con `hold` espera a `settle`, con `switch` va al siguiente PAC. Lo remedia `absent`, lo que su consulta responde de lo que nunca timbró, cuando usted lo confirme.',
  'Use one adapter for one account: another reference for the same document may be another stamp.':
    'Use un adaptador por cuenta: otra referencia para el mismo documento puede ser otro timbre.',
  'It does not cancel without your key: cancel with another PAC of the failover, or in the portal of the SAT.':
    'No cancela sin la llave de usted: cancele con otro PAC de `failover`, o en el portal del SAT.',
  '`app.fel.mx`. The user of the service is not that of the portal.':
    '`app.fel.mx`. El usuario del servicio no es el del portal.',
  'How long may a reference be? (40 characters are sent.)':
    '¿Qué tan larga puede ser una referencia? (Se envían 40 caracteres.)',
  'Which reply does an unknown reference get? (An absence is `unknown` until then.)':
    '¿Qué responde una referencia que no existe? (Hasta saberlo, una ausencia es `unknown`.)',
  'Which codes do a wrong password and an account without stamps answer?':
    '¿Qué códigos responden una contraseña equivocada y una cuenta sin timbres?',

  'Documents travel in ZIP archives. An archive with two files, damaged, or that inflates beyond 64 MiB is not read: the outcome is `unknown`, and `getXML` has the stamp.':
    'Los documentos viajan en archivos ZIP. Uno con dos archivos, dañado, o que al inflarse pasa de 64 MiB no se lee: el resultado es `unknown`, y el timbre lo tiene `getXML`.',
  '`devcfdi.sifei.com.mx`, with a serie and an id of equipment of its own. By plain HTTP on ports 8080 and 8888, as its WSDLs have it: test credentials travel unencrypted there, and only there.':
    '`devcfdi.sifei.com.mx`, con su propia serie y su id de equipo. Por HTTP sin cifrar en los puertos 8080 y 8888, como está en su WSDL: solo ahí viajan sin cifrar las credenciales de prueba.',
  'Which reply does `getXML` give for a document that was never stamped? (An absence is `unknown` until then.)':
    '¿Qué responde `getXML` de lo que nunca se timbró? (Hasta saberlo, una ausencia es `unknown`.)',
  'Is its WSDL qualified? (Fields are sent without a namespace.)':
    '¿Su WSDL califica los campos? (Se envían sin espacio de nombres.)',
  'Which text does `peticionesPendientes` return? (Only the acuse of the SAT is understood.)':
    '¿Qué texto devuelve `peticionesPendientes`? (Solo se entiende el acuse del SAT.)',
  'Is a document known by its reference alone? (The test that answers 801 repeats the same bytes with the same reference.)':
    '¿Se reconoce un documento solo por su referencia? (La prueba que responde 801 repite los mismos bytes con la misma referencia.)',
  'Which other data does `cancelaCFDISignature` return besides the acuse?':
    '¿Qué devuelve `cancelaCFDISignature` además del acuse?',

  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`; before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`, o su consulta, `hash`; antes de eso en `once: ['ntlink']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`, which is then the only request after a lost response (`absent` is its reply for a document that it never stamped); before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`, o su consulta, `hash`, que entonces es lo único que se le pregunta después de una respuesta perdida (`absent` dice qué responde de lo que nunca timbró); antes de eso en `once: ['ntlink']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  'The address in production comes with the contract: give it in `urls.services`.':
    'La dirección de producción viene con el contrato: désela en `urls.services`.',
  'A cancellation wants `rfcReceptor`, `total` and `fe` besides the signed request.':
    'Una cancelación pide `rfcReceptor`, `total` y `fe` además de la solicitud firmada.',
  'Which reply does a second request with the same bytes get?':
    '¿Qué responden los mismos bytes enviados otra vez?',
  'Which hash does `ObtenerStatusHash` take? With it, its schema has `NoEncontrado` for a document that was never stamped: confirm it and give `absent`.':
    '¿Qué hash recibe `ObtenerStatusHash`? Con él, su esquema dice `NoEncontrado` de lo que nunca se timbró: confírmelo y dé `absent`.',
  'Which Faults do a wrong password and an account without stamps give?':
    '¿Qué Fault dan una contraseña equivocada y una cuenta sin timbres?',

  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['comercioDigital']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`; antes de eso en `once: ['comercioDigital']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  'The status is in headers: a proxy that removes them makes every answer `unknown`.':
    'El estado viene en encabezados: un proxy que los quita vuelve `unknown` toda respuesta.',
  'It suggests archives above 2 MB, which the adapter does not send.':
    'Sugiere archivos comprimidos sobre 2 MB, y el adaptador no los envía.',
  'Which reply does a repeated document get?': '¿Qué responde un documento repetido?',

  '`customid`, the hash of the bytes, is remembered for 72 hours.':
    '`customid`, el hash de los bytes, se recuerda por 72 horas.',
  'A password gives tokens of two hours, which the adapter renews; `{ token }` instead of user and password is one that does not expire.':
    'Una contraseña da tokens de dos horas, que el adaptador renueva; `{ token }` en lugar de usuario y contraseña es uno que no vence.',
  'Without a signed request it cancels with the CSD stored in the account.':
    'Sin una solicitud firmada cancela con el CSD guardado en la cuenta.',
  '`services.test.sw.com.mx` and `api.test.sw.com.mx`.':
    '`services.test.sw.com.mx` y `api.test.sw.com.mx`.',
  'Does it recognise a repeated document by its bytes or by its Sello?':
    '¿Reconoce un documento repetido por sus bytes o por su Sello?',
  'yes: `timbrar_cfdi_referencia`': 'sí: `timbrar_cfdi_referencia`',
  '`recuperar_comprobante_referencia`, by the reference that is derived from the bytes':
    '`recuperar_comprobante_referencia`, por la referencia que se deriva de los bytes',
  '`cancelar_cfdi_seguro`, 1 to 500 folios': '`cancelar_cfdi_seguro`, de 1 a 500 folios',
  '`obtener_consumo`: credits assigned less credits used':
    '`obtener_consumo`: los créditos asignados menos los usados',
  'A stamp and a cancelled folio cost a credit each; look-ups and the balance cost none.':
    'Un timbre y un folio cancelado cuestan un crédito cada uno; consultar el timbre y el saldo no cuesta.',
  'A reference has 30 digits at most: the adapter sends 96 bits of the hash, in decimal.':
    'Una referencia tiene 30 dígitos cuando mucho: el adaptador envía 96 bits del hash, en decimal.',
  '`buscar_cfdis` searches by serie and folio, by the RFCs and by dates, and answers the folio fiscal without the stamp: it is not needed, because each document has a reference.':
    '`buscar_cfdis` busca por serie y folio, por los RFC y por fechas, y responde el folio fiscal sin el timbre: no hace falta, porque cada documento tiene una referencia.',
  'It cancels only what it stamped (`CANC101`).': 'Solo cancela lo que timbró (`CANC101`).',
  '`staging.ws.timbox.com.mx`. It cancels only what was stamped there, with test certificates.':
    '`staging.ws.timbox.com.mx`. Solo cancela lo que se timbró ahí, con certificados de prueba.',
  'Which reply do the same bytes get a second time, with the same reference and with another?':
    '¿Qué responde a los mismos bytes otra vez, con la misma referencia y con otra?',
  'Does the text of its Faults begin with the code? (Otherwise the answer is `unknown`.)':
    '¿Empieza con el código el texto de sus Fault? (Si no, el resultado es `unknown`.)',
  'Is a document inside the list of `recuperar_comprobante_referencia` escaped once more?':
    '¿El documento dentro de la lista de `recuperar_comprobante_referencia` viene escapado una vez más?',
  'Which text has the look-up for a reference that it does not know? (Its page shows that of a folio fiscal.)':
    '¿Qué texto trae la consulta de una referencia que no conoce? (Su página muestra el de un folio fiscal.)',
  'How long after a stamp may the look-up still not have it?':
    '¿Cuánto tiempo después de timbrar puede la consulta no tenerlo todavía?',
  'yes: `TimbrarCFDI`': 'sí: `TimbrarCFDI`',
  'not offered: `Cancelacion40_2` takes the parts of a signature, and builds the request again':
    'no se ofrece: `Cancelacion40_2` toma las partes de una firma, y arma la solicitud otra vez',
  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['formasDigitales']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "Un respaldo lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`; antes, como `once: ['formasDigitales']`, de preferencia al final: recibe cada documento una vez, cuando mucho, y una respuesta perdida se resuelve a mano.",
  'Its signed cancellation writes `FolioSustitucion=""` for each motive; a request signed without it has another digest, and is rejected. Cancel with another PAC of the failover, or in the portal of the SAT.':
    'Su cancelación firmada escribe `FolioSustitucion=""` con cualquier motivo; una solicitud firmada sin él tiene otro digesto, y se rechaza. Cancele con otro PAC del respaldo, o en el portal del SAT.',
  'Another service, `WSForcogsaService`, works with a token; the adapter does not need it.':
    'Otro servicio, `WSForcogsaService`, funciona con un token; el adaptador no lo necesita.',
  'Which codes does `codigoError` have, and are they those of the SAT?':
    '¿Qué códigos trae `codigoError`, y son los del SAT?',
  'Which codes do a wrong password and an account without stamps get?':
    '¿Qué códigos dan una contraseña equivocada y una cuenta sin timbres?',
  'Is there a look-up that does not stamp, and a balance?':
    '¿Hay una consulta que no timbra, y un saldo?',
  'Does `Cancelacion40_2` accept a request that was signed without `FolioSustitucion`?':
    '¿Acepta `Cancelacion40_2` una solicitud firmada sin `FolioSustitucion`?',
  'yes: `timbrar`': 'sí: `timbrar`',
  'no: it wants the key': 'no: pide la llave',
  'not offered: `consultarAutorizacionesPendientes` takes the key':
    'no se ofrece: `consultarAutorizacionesPendientes` pide la llave',
  'its codes are those of the CFDI with a T before (T301)':
    'sus códigos son los del CFDI con una T antes (T301)',
  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['facturaloPlus']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "Un respaldo lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`; antes, como `once: ['facturaloPlus']`, de preferencia al final: recibe cada documento una vez, cuando mucho, y una respuesta perdida se resuelve a mano.",
  'Code 300 is a wrong API key: nothing is sent with it again.':
    'El código 300 es una API key equivocada: no se envía nada más con ella.',
  'Its other operations build or seal the document with the key of the issuer: the adapter uses none of them.':
    'Sus otras operaciones arman o sellan el documento con la llave del emisor: el adaptador no usa ninguna.',
  'Whether it is a PAC itself, or stamps by another one, is not known: the stamp names the PAC in `RfcProvCertif`.':
    'No se sabe si es un PAC o timbra por medio de otro: el timbre nombra al PAC en `RfcProvCertif`.',
  '`dev.facturaloplus.com`, with an API key of its own.':
    '`dev.facturaloplus.com`, con una API key propia.',
  'Which reply does a second request with the same bytes get, and does 307 bring the earlier stamp?':
    '¿Qué responde a una segunda petición con los mismos bytes, y trae 307 el timbre anterior?',
  'Which code does an account without stamps get?': '¿Qué código da una cuenta sin timbres?',
  'Which PAC stamps?': '¿Qué PAC timbra?',
  'yes: `RequestTransaction`, with the transaction TIMBRAR':
    'sí: `RequestTransaction`, con la transacción TIMBRAR',
  'SAT-CFDI/python-satcfdi (tests/test_pac_mysuite: the request, without a reply)':
    'SAT-CFDI/python-satcfdi (tests/test_pac_mysuite: la petición, sin respuesta)',
  'The account is the `Requestor`, which goes in `password`, and the name of a user, without country and RFC, in `user`. The RFC is that of the issuer of each document.':
    'La cuenta es el `Requestor`, que va en `password`, y el nombre de un usuario, sin país ni RFC, en `user`. El RFC es el del emisor de cada documento.',
  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['mysuite']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "Un respaldo lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`; antes, como `once: ['mysuite']`, de preferencia al final: recibe cada documento una vez, cuando mucho, y una respuesta perdida se resuelve a mano.",
  'Its answer has the stamp alone, which the adapter inserts in the sealed document.':
    'Su respuesta trae solo el timbre, que el adaptador pone en el documento sellado.',
  'Which reply does a second request with the same bytes get? (Older notes say 307, with the earlier stamp.)':
    '¿Qué responde a una segunda petición con los mismos bytes? (Notas anteriores dicen 307, con el timbre anterior.)',
  'Where does a rejection have its code: in `ResponseData2`, or in the text of `Data`?':
    '¿Dónde trae un rechazo su código: en `ResponseData2` o en el texto de `Data`?',
  'Which reply do a wrong `Requestor` and an account without stamps get?':
    '¿Qué responde a un `Requestor` equivocado y a una cuenta sin timbres?',
  'Is there a look-up that does not stamp, a cancellation with a signed request, and a balance?':
    '¿Hay una consulta que no timbra, una cancelación con una solicitud firmada y un saldo?',
  'yes: `cfd2cfdi`': 'sí: `cfd2cfdi`',
  '307, for the same document with the same id': '307, para el mismo documento con el mismo id',
  '`buscarCFDI`, by the id that is derived from the bytes':
    '`buscarCFDI`, por el id que se deriva de los bytes',
  'its address answers': 'su dirección responde',
  'yusent/cfdis (its tests of iTimbre)': 'yusent/cfdis (sus pruebas de iTimbre)',
  'After a lost answer a failover looks up, and sends nothing again. The absence of a document is not known: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. Configure `absent`, the reply of its look-up for a document that it never stamped, once you confirmed it.':
    'Después de una respuesta perdida un respaldo consulta, y no envía nada otra vez. No se sabe cómo dice que no tiene un documento: con `hold` espera a `settle`, con `switch` pasa al siguiente PAC. Configure `absent`, la respuesta de su consulta a un documento que nunca timbró, cuando la confirme.',
  'Use one adapter for one account: another id for the same document may be another stamp.':
    'Use un adaptador por cuenta: otro id para el mismo documento puede ser otro timbre.',
  'The RFC of each request is that of the issuer of the document.':
    'El RFC de cada petición es el del emisor del documento.',
  '`portalws.itimbre.com/itimbreprueba.php`. Its wiki says that it checks real RFCs and certificates, so that the test certificates of the SAT do not work there.':
    '`portalws.itimbre.com/itimbreprueba.php`. Su wiki dice que revisa RFC y certificados reales, así que los certificados de prueba del SAT no sirven ahí.',
  'Which reply does the look-up give for an id that it does not know? (An absence is `unknown` until then.)':
    '¿Qué responde la consulta a un id que no conoce? (Hasta entonces, que no lo tenga es `unknown`.)',
  'Does it know a document by its bytes, or by the id alone?':
    '¿Reconoce un documento por sus bytes, o solo por el id?',
  'How long may an id be? (12 characters are sent.)':
    '¿De cuántos caracteres puede ser un id? (Se envían 12.)',
}

/**
 * Returns a sentence in Spanish. Throws for a sentence without a translation, unless it is only
 * code, a code or an address.
 */
export function inSpanish(sentence: string): string {
  const told = spanish[sentence]
  if (told !== undefined) return told
  const words = sentence.replace(/`[^`]*`/g, '').match(/\p{L}{2,}/gu)
  if (words === null || /^(WSDL|\/?\w+(\/\w+)*|https:\/\/\S+)$/.test(sentence)) return sentence
  throw new Error(`tools/pacDossiers.es.ts does not say in Spanish: ${sentence}`)
}

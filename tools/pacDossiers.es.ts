/**
 * What the dossiers say, in Spanish, for docs/es/pacs.md. What is only code is as it is.
 * @module
 */
import type { Grade, Topic } from '../src/pac/adapter/dossier.js'

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

/** By the sentence of the dossier. */
export const spanish: Readonly<Record<string, string>> = {
  yes: 'sí',
  'yes; no reply was recorded': 'sí; no se grabó ninguna respuesta',
  'yes: `TimbraCfdi`; its SDK is tested with the operation that seals':
    'sí: `TimbraCfdi`; su SDK se prueba con la operación que sella',
  'yusent/cfdis (its tests of FEL)': 'yusent/cfdis (sus pruebas de FEL)',
  'phpcfdi/finkok (tests/Integration, tests/_files), until 2026':
    'phpcfdi/finkok (tests/Integration, tests/_files), hasta 2026',
  'SAT-CFDI/python-satcfdi (tests/test_pac_finkok)': 'SAT-CFDI/python-satcfdi (tests/test_pac_finkok)',
  'SAT-CFDI/python-satcfdi (tests/test_pac_swsapien)': 'SAT-CFDI/python-satcfdi (tests/test_pac_swsapien)',
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
  'by the SHA-256 of the cadena original: `getXML`': 'por el SHA-256 de la cadena original: `getXML`',
  'by the header `tipo`': 'por el encabezado `tipo`',
  '`registration.get`, with `rfc`': '`registration.get`, con `rfc`',
  'WSDL of the stamping service': 'el WSDL del servicio de timbrado',
  'WSDL, because a login may lock the account': 'el WSDL, porque un inicio de sesión puede bloquear la cuenta',
  'read if it comes': 'se lee si viene',
  'never; read if it comes': 'nunca; se lee si viene',
  'always, by an option that is always sent': 'siempre, por una opción que siempre se envía',
  '801, by the reference that is derived from the bytes': '801, por la referencia que se obtiene de los bytes',
  'none without the UUID': 'ninguna sin el UUID',
  'none: `Utilerias.buscar` has unknown parameters': 'ninguna: se ignoran los parámetros de `Utilerias.buscar`',
  'none: `getTimbres` has an unknown shape': 'ninguna: se ignora la forma de `getTimbres`',
  'none: `ConsultarCreditos` has an unknown shape': 'ninguna: se ignora la forma de `ConsultarCreditos`',
  '`cancelarConOpciones` with `XML_CANCELACION`': '`cancelarConOpciones` con `XML_CANCELACION`',
  'no: it wants the key (PFX)': 'no: pide la llave (PFX)',
  'not offered: it takes the key': 'no se ofrece: pide la llave',
  'not offered: answers take the key, and the reply of `consultarPeticionesPendientes` is not known':
    'no se ofrece: las respuestas piden la llave, y se ignora qué responde `consultarPeticionesPendientes`',
  'only as an option of other calls': 'solo como opción de otras llamadas',
  '`peticionesPendientes` and `procesarRespuesta` have unknown parameters':
    'se ignoran los parámetros de `peticionesPendientes` y `procesarRespuesta`',
  '`cfdiRelacionado` has unknown parameters': 'se ignoran los parámetros de `cfdiRelacionado`',
  '`ObtenerStatusHash`, of an unknown hash: give `hash`': '`ObtenerStatusHash`, de un hash que se ignora: dé `hash`',
  'namespace timbradoRet.ws.pade.mx': 'espacio de nombres timbradoRet.ws.pade.mx',
  'it tells them by their namespace': 'las distingue por su espacio de nombres',
  '`tipo: reten1.0` in the header when it cancels': '`tipo: reten1.0` en el encabezado al cancelar',

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
  'What are the parameters of `Utilerias.buscar`, and the reply of `getTimbres`?':
    '¿Cuáles son los parámetros de `Utilerias.buscar`, y qué responde `getTimbres`?',
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
  'After a lost answer a failover looks up, and sends nothing again. What did not reach FEL is not known to be absent: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. `absent`, what its look-up answers for what it never stamped, mends that once you confirmed it.':
    'Después de una respuesta perdida, `failover` consulta y no envía nada otra vez. De lo que no llegó a FEL no se sabe que falte: con `hold` espera a `settle`, con `switch` va al siguiente PAC. Lo remedia `absent`, lo que su consulta responde de lo que nunca timbró, cuando usted lo confirme.',
  'After a lost answer a failover looks up, and sends nothing again. What did not reach SIFEI is not known to be absent: with `hold` it waits for `settle`, with `switch` it goes to the next PAC. `absent`, what its look-up answers for what it never stamped, mends that once you confirmed it.':
    'Después de una respuesta perdida, `failover` consulta y no envía nada otra vez. De lo que no llegó a SIFEI no se sabe que falte: con `hold` espera a `settle`, con `switch` va al siguiente PAC. Lo remedia `absent`, lo que su consulta responde de lo que nunca timbró, cuando usted lo confirme.',
  'Use one adapter for one account: another reference for the same document may be another stamp.':
    'Use un adaptador por cuenta: otra referencia para el mismo documento puede ser otro timbre.',
  'It does not cancel without your key: cancel with another PAC of the failover, or in the portal of the SAT.':
    'No cancela sin la llave de usted: cancele con otro PAC de `failover`, o en el portal del SAT.',
  '`app.fel.mx`. The user of the service is not that of the portal.':
    '`app.fel.mx`. El usuario del servicio no es el del portal.',
  'How long may a reference be? (40 characters are sent.)':
    '¿Qué tan larga puede ser una referencia? (Se envían 40 caracteres.)',
  'What does a reference that does not exist answer? (An absence is `unknown` until then.)':
    '¿Qué responde una referencia que no existe? (Hasta saberlo, una ausencia es `unknown`.)',
  'Which codes do a wrong password and an account without stamps answer?':
    '¿Qué códigos responden una contraseña equivocada y una cuenta sin timbres?',

  'Documents travel in ZIP archives. An archive with two files, damaged, or that inflates beyond 64 MiB is not read: the outcome is `unknown`, and `getXML` has the stamp.':
    'Los documentos viajan en archivos ZIP. Uno con dos archivos, dañado, o que al inflarse pasa de 64 MiB no se lee: el resultado es `unknown`, y el timbre lo tiene `getXML`.',
  '`devcfdi.sifei.com.mx`, with a serie and an id of equipment of its own.':
    '`devcfdi.sifei.com.mx`, con su propia serie y su id de equipo.',
  'What does `getXML` answer for what was never stamped? (An absence is `unknown` until then.)':
    '¿Qué responde `getXML` de lo que nunca se timbró? (Hasta saberlo, una ausencia es `unknown`.)',
  'Is its WSDL qualified? (Fields are sent without a namespace.)':
    '¿Su WSDL califica los campos? (Se envían sin espacio de nombres.)',
  'What does `cancelaCFDISignature` return besides the acuse?':
    '¿Qué devuelve `cancelaCFDISignature` además del acuse?',

  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`; before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`, o su consulta, `hash`; antes de eso en `once: ['ntlink']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`, or its look-up, `hash`, which is then all that it is asked after a lost answer (`absent` says what it answers for what it never stamped); before that as `once: ['ntlink']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`, o su consulta, `hash`, que entonces es lo único que se le pregunta después de una respuesta perdida (`absent` dice qué responde de lo que nunca timbró); antes de eso en `once: ['ntlink']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  'The address in production comes with the contract: give it in `urls.services`.':
    'La dirección de producción viene con el contrato: désela en `urls.services`.',
  'A cancellation wants `rfcReceptor`, `total` and `fe` besides the signed request.':
    'Una cancelación pide `rfcReceptor`, `total` y `fe` además de la solicitud firmada.',
  'What do the same bytes answer when they are sent again?': '¿Qué responden los mismos bytes enviados otra vez?',
  'Which hash does `ObtenerStatusHash` take, and what does it answer for what was never stamped?':
    '¿Qué hash recibe `ObtenerStatusHash`, y qué responde de lo que nunca se timbró?',
  'Which Faults do a wrong password and an account without stamps give?':
    '¿Qué Fault dan una contraseña equivocada y una cuenta sin timbres?',

  "A failover admits it once you confirmed that a repeated document gives no second stamp, `confirmed: { dedupByContent: true }`; before that as `once: ['comercioDigital']`, best as a backup: each document is sent to it once at most, and a person settles a lost answer.":
    "`failover` lo admite cuando usted confirmó que un documento repetido no da un segundo timbre, `confirmed: { dedupByContent: true }`; antes de eso en `once: ['comercioDigital']`, de preferencia como respaldo: cada documento se le envía una vez, cuando mucho, y una respuesta perdida la resuelve una persona.",
  'The status is in headers: a proxy that removes them makes every answer `unknown`.':
    'El estado viene en encabezados: un proxy que los quita vuelve `unknown` toda respuesta.',
  'It suggests archives above 2 MB, which the adapter does not send.':
    'Sugiere archivos comprimidos sobre 2 MB, y el adaptador no los envía.',
  'What does a repeated document answer?': '¿Qué responde un documento repetido?',
  'Which `tipo` cancels a CFDI 4.0? (`cfdi4.0` is sent.)': '¿Qué `tipo` cancela un CFDI 4.0? (Se envía `cfdi4.0`.)',

  '`customid`, the hash of the bytes, is remembered for 72 hours.':
    '`customid`, el hash de los bytes, se recuerda por 72 horas.',
  'A password gives tokens of two hours, which the adapter renews; `{ token }` instead of user and password is one that does not expire.':
    'Una contraseña da tokens de dos horas, que el adaptador renueva; `{ token }` en lugar de usuario y contraseña es uno que no vence.',
  'Without a signed request it cancels with the CSD stored in the account.':
    'Sin una solicitud firmada cancela con el CSD guardado en la cuenta.',
  '`services.test.sw.com.mx` and `api.test.sw.com.mx`.': '`services.test.sw.com.mx` y `api.test.sw.com.mx`.',
  'Does it recognise a repeated document by its bytes or by its Sello?':
    '¿Reconoce un documento repetido por sus bytes o por su Sello?',
}

/** A sentence in Spanish. Throws when it is not told yet and is more than code, a code or an address. */
export function inSpanish(sentence: string): string {
  const told = spanish[sentence]
  if (told !== undefined) return told
  const words = sentence.replace(/`[^`]*`/g, '').match(/\p{L}{2,}/gu)
  if (words === null || /^(WSDL|\/?\w+(\/\w+)*|https:\/\/\S+)$/.test(sentence)) return sentence
  throw new Error(`tools/pacDossiers.es.ts does not say in Spanish: ${sentence}`)
}

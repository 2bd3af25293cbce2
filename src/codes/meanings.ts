/**
 * Meaning and remedy of every code, in Spanish: of the engine, errors, PACs and the SAT. The
 * `explain` of the CLI and of the tools prints them, and `docs/es/errors.md` is generated from
 * them.
 *
 * Sources of the SAT's codes: Anexo 20 and 29, and the replies of its cancellation service. Sources
 * disagree on 207 to 213.
 * @module
 */

/** `[meaning, remedy]`. */
export type Meaning = readonly [string, string]

/** Meanings by code. */
export type Meanings = Readonly<Record<string, Meaning>>

/** Failure codes of the engine. */
export const ofEngine: Meanings = {
  701: [
    'El JSON no se puede leer, o no es un objeto.',
    'Revise comillas y comas; un objeto de JavaScript se pasa como es.',
  ],
  702: [
    'El documento no es válido.',
    'Lea `errors`: todo lo que está mal, con su código, campo y ruta. No se envió nada.',
  ],
  703: ['No hay certificado para ese emisor.', 'Agréguelo a `signers`, o corrija `Emisor.Rfc`.'],
  704: [
    'No se pudo sellar.',
    '`errors` dice por qué: certificado vencido, firma que falló, documento ya timbrado.',
  ],
  705: [
    'El PAC lo rechazó; no se timbró.',
    'Corrija lo que dice `errors` y timbre otra vez, con la misma clave.',
  ],
  706: [
    'La cuenta del PAC no puede timbrar, o pide ir más despacio; no se timbró.',
    'Revise saldo y contraseña; espere `retryAfter` si lo hay.',
  ],
  707: ['No se alcanzó a ningún PAC; no se timbró.', 'Reintente después, con la misma clave.'],
  708: [
    'Se envió y se perdió la respuesta: puede estar timbrado.',
    '**No facture otra vez.** Guarde `sealed`; la misma clave, o `resume`, averigua qué pasó.',
  ],
  709: [
    'La secuencia de folios falló; no se envió.',
    'Revise la base de datos de los folios y reintente.',
  ],
  710: [
    'Falló algo que usted dio al motor (reloj, catálogos, listas, bitácora, pedidos); no se envió.',
    'Revise ese recurso; la causa no se muestra para no revelar datos.',
  ],
  711: [
    'La clave ya se usó con otro documento, o no es una clave; no se selló.',
    'Un pedido, una clave, una factura. Para corregir: `engine.substitute`.',
  ],
  712: [
    'No se pudo pedir una cancelación; no se envió.',
    '`errors` trae un código `CANCEL_…` de los de abajo.',
  ],
  713: [
    'Hay un comprobante idéntico en cada segundo de los últimos diez minutos; no se envió.',
    'Use `Folio: "AUTO"`, que distingue a los comprobantes iguales, o espere `retryAfter`.',
  ],
  714: [
    'Otra clave ya tiene este mismo comprobante, idéntico hasta el último byte; no se envió.',
    '`duplicateOf` trae esa clave y su UUID. Si es otra operación, cambie Fecha o Folio, o use `"AUTO"`.',
  ],
  715: [
    'El PAC ya tenía este mismo comprobante: lo timbró otro programa con el mismo CSD, o este antes de restaurar su almacén.',
    '`duplicateOf` trae el UUID. Si es otra operación, timbre con otra clave y `Folio: "AUTO"`.',
  ],
  716: [
    'La clave ya tuvo su respuesta y su comprobante se borró del almacén por antigüedad; no se selló.',
    '`duplicateOf` trae el UUID, si se conoce. Si es otra operación, use otra clave.',
  ],
}

/** Codes of thrown errors. */
export const ofErrors: Meanings = {
  CERTIFICATE_UNAVAILABLE: [
    'El certificado de un PAC no se pudo obtener del repositorio del SAT.',
    'Vuelva a intentarlo, o descárguelo por su número y guárdelo en la carpeta.',
  ],
  CERTIFICATE_UNREADABLE: [
    'No es un certificado X.509, o está dañado.',
    'Dé el .cer tal como lo descargó.',
  ],
  CERTIFICATE_UNSUPPORTED: [
    'Está firmado, o tiene una llave, que aquí no se puede verificar.',
    'No se sabe si es válido: pida uno de hoy.',
  ],
  CSD_CERTIFICATE_FILE: [
    'El .cer no se puede leer o no es un certificado.',
    'Revise la ruta, y que no esté cambiado por el .key.',
  ],
  CSD_KEY_FILE: [
    'El .key no se puede leer, no es una llave o está cifrado de un modo que no se admite.',
    'Use el .key original del SAT.',
  ],
  CSD_PFX_FILE: [
    'El .pfx no se puede leer, o le falta el certificado o la llave.',
    'Use .cer y .key, o exporte otra vez el .pfx.',
  ],
  CSD_FOLDER: [
    'La carpeta no se puede leer, o no hay en ella un CSD que abra.',
    'Revise la ruta y la contraseña.',
  ],
  CSD_PASSWORD: [
    'La contraseña falta o no abre la llave.',
    'Es la que se eligió al pedir ese CSD; si se perdió, se pide otro.',
  ],
  CSD_KEY_MISMATCH: ['El .key no es el de ese .cer.', 'Busque el par: los dos se renuevan juntos.'],
  CSD_IS_EFIRMA: ['Es una e.firma, que no sella comprobantes.', 'Use el CSD.'],
  CSD_IS_OTHER: ['No es un CSD ni una e.firma.', 'Use el CSD del emisor.'],
  XML_SYNTAX: [
    'El XML está mal formado.',
    '`line` y `column` dicen dónde. Si viene de `cfdi.XML`, decodifique el Base64.',
  ],
  XML_ENCODING: [
    'Los bytes no son de la codificación que dice el XML.',
    'Lea el archivo como bytes, sin convertirlo antes a texto.',
  ],
  XML_LIMIT: ['Tiene más de lo que se admite leer.', 'Si es legítimo, suba `limits`.'],
  XML_NOT_CFDI: [
    'Es XML, y no un CFDI 4.0.',
    'Un CFDI 3.3 o una retención no se leen con esta biblioteca.',
  ],
  XML_CONTENT: ['Tiene nodos o atributos que un CFDI no puede tener.', '`findings` los lista.'],
  SEAL_DRAFT: [
    'Queda "AUTO" en el documento.',
    'Lo resuelve el motor, o `resolveDraft`, antes de `seal`.',
  ],
  SEAL_ISSUER: ['`Emisor.Rfc` no es el del certificado.', 'Selle con el CSD del emisor.'],
  SEAL_DATE: [
    '`Fecha` está fuera de la vigencia del certificado.',
    'Renueve el CSD, o corrija la fecha.',
  ],
  SEAL_STAMPED: [
    'El documento ya tiene un timbre.',
    'Lo timbrado no se sella otra vez; se sustituye.',
  ],
  SEAL_SIGNER: ['La firma falló.', 'La causa viene en `cause`: KMS, HSM o llave.'],
  CANCEL_UUID: ['No es un folio fiscal.', '32 dígitos hexadecimales con sus guiones.'],
  CANCEL_MOTIVO: ['No es uno de los cuatro motivos.', '01, 02, 03 o 04.'],
  CANCEL_SUSTITUCION: [
    'El motivo 01 va con el folio que sustituye, y los demás sin él.',
    '`engine.substitute` hace las dos mitades en orden.',
  ],
  CANCEL_CERTIFICATE: ['El certificado no es un CSD.', 'Firme con el CSD del emisor.'],
  CANCEL_ISSUER: ['El certificado es de otro RFC.', 'Firme con el CSD de quien emitió.'],
  CANCEL_DATE: [
    'El certificado no está vigente.',
    'Renueve el CSD; con el nuevo se cancela lo sellado con el anterior.',
  ],
  CANCEL_SHA1: [
    'La firma no sabe SHA-1, que el SAT pide para cancelar.',
    'Dé `signSha1` en su Signer.',
  ],
  CANCEL_SIGNER: [
    'La firma falló, o no es de ese certificado.',
    'Vea `cause`, y que la llave sea la del certificado.',
  ],
  JOURNAL_OPEN: ['La bitácora no se puede abrir ni crear.', 'Revise ruta y permisos.'],
  JOURNAL_FORMAT: [
    'El archivo no es una bitácora, o es de otra versión. No se tocó.',
    'Use otra ruta, o la versión que la escribió.',
  ],
  JOURNAL_CORRUPT: [
    'Lo que ya estaba escrito no se puede leer. No se tocó.',
    'Recupere el respaldo; no la borre: dice qué quedó en duda.',
  ],
  JOURNAL_LOCKED: [
    'Otro proceso la tiene abierta.',
    'Un proceso por bitácora; para varios, [PostgreSQL](scaling.md).',
  ],
  JOURNAL_WRITE: [
    'Falló una escritura.',
    'Revise el disco y vuelva a abrirla; lo confirmado está.',
  ],
  JOURNAL_CLOSED: ['Se cerró.', 'Cierre después de que terminen los timbrados.'],
  JOURNAL_TIMEOUT: [
    'No contestó a tiempo.',
    'Revise el almacén; `notSent` dice si no se envió nada.',
  ],
  SETTLE_UNKNOWN: ['La bitácora no tiene ese documento.', 'Revise el `token`.'],
  SETTLE_CLOSED: ['Ese documento no está en duda.', 'No hay nada que resolver.'],
  SETTLE_BUSY: ['Se está timbrando o buscando ahora.', 'Espere a que termine.'],
  SETTLE_STAMP: [
    'El timbre no es válido, o es de otro documento.',
    'Descargue el del portal del PAC.',
  ],
  SETTLE_UNREADABLE: [
    'Lo guardado del documento no se puede leer.',
    'Busque el XML en el portal del PAC.',
  ],
  POSTGRES_NEWER: [
    'Las tablas son de una versión más nueva. No se cambió nada.',
    'Actualice todos los procesos.',
  ],
  POSTGRES_QUERY: ['Falló una instrucción.', 'Vea `cause`; si se escribió, se sabe leyendo.'],
  POSTGRES_TIMEOUT: [
    'Tardó más que `timeout`.',
    'Revise la base; si se escribió, se sabe leyendo.',
  ],
  POSTGRES_VALUE: [
    'Un texto que PostgreSQL no puede guardar.',
    'Sin U+0000, y claves de hasta 1,000 bytes.',
  ],
}

const otherCsd = 'Use un CSD vigente del emisor.'
const clock =
  'Revise la hora del servidor; con el CSD correcto, espere a que el SAT publique su lista.'

/** Our own codes for findings of `check` in received documents. */
export const ofReception: Meanings = {
  'CFDI40-S38': [
    'Un valor tiene "|", que separa los campos de la cadena original: con la misma cadena y el mismo sello se puede escribir otro documento.',
    'En lo que emite, escriba otro signo. Si lo recibió, pida que se emita otra vez: su sello no dice cuál de los dos se firmó.',
  ],
  'CFDI40-S39': [
    'El documento tiene más de un timbre.',
    'El PAC pone uno: pida el XML a quien lo emitió, o descárguelo del portal del SAT.',
  ],
  'CFDI40-S40': [
    'El timbre es de otro comprobante, o el sello cambió después de timbrarse.',
    'No lo acepte: pida el XML a quien lo emitió, o descárguelo del portal del SAT.',
  ],
  'CFDI40-S50': [
    'Un complemento del SAT no está declarado: el sello lo dejaría fuera de la cadena original.',
    'Actualice cfdi-stamp, o dé la declaración del complemento en la opción `complements`, que tienen `createEngine` y los demás verbos: docs/es/host-complements.md.',
  ],
}

/** Warnings that the drafts of builders carry. */
export const ofBuilders: Meanings = {
  'CFDI40-B01': [
    'La nota de crédito llega al importe más cercano que admite el SAT, y no a lo que se cobró por las líneas devueltas.',
    'El mensaje tiene los dos importes: reembolse el de la nota.',
  ],
  'CFDI40-B02': [
    'Se devuelve parte de una línea sin indicar las notas de crédito anteriores.',
    'Indique `anteriores`, con las notas vigentes de la factura, o `[]` si no las hay.',
  ],
  'CFDI40-B03': [
    'La factura tiene impuestos con importe y sin tasa, que ninguna nota puede acreditar.',
    'El mensaje tiene lo más que puede acreditarse; para acreditar todo, cancele o sustituya la factura.',
  ],
  'CFDI40-B04': [
    'Se devuelven líneas por todo lo que se cobró, después de notas por importe.',
    'Si la bonificación alcanzaba a esas líneas, acredite con `Total` lo que se pagó por ellas: [notas de crédito](credit-notes.md#devoluciones-después-de-una-bonificación).',
  ],
  'CFDI40-B05': [
    'Un anticipo es de otro receptor que el de la venta.',
    'Revise que el anticipo sea de ese cliente: [anticipos](advances.md).',
  ],
  'CFDI40-B06': [
    'Se aplica un anticipo a una factura que no se relaciona con él con TipoRelacion 07.',
    'Haga la factura con `facturaConAnticipo`; si ya está timbrada, sustitúyala.',
  ],
  'CRP20-B01': [
    'La factura pagada es PUE, y entonces no lleva recibo de pago.',
    'Si se pagó al expedirla, no timbre el recibo; si no, sustituya la factura por una con PPD.',
  ],
  'CRP20-B02': [
    'El pago es anterior al día de su factura.',
    'Corrija `FechaPago`; si la fecha es correcta, el pago es [un anticipo](advances.md).',
  ],
  'CRP20-B03': [
    'El monto del pago es diez veces lo que se debía, o más.',
    'Revise que no tenga un dígito de más.',
  ],
}

/** Codes that all PACs share when they reply to a stamp. */
export const ofStamping: Meanings = {
  301: [
    'El XML no tiene la forma del Anexo 20: un nombre, un tipo, algo que falta o que sobra.',
    '`check` dice qué y dónde. Hay PAC que ponen 301 antes del código de otra regla: lea todo el texto.',
  ],
  302: [
    'El sello no es de este documento: cambió después de sellarse.',
    'Selle otra vez, y no toque el XML después.',
  ],
  303: ['El certificado es de otro RFC que `Emisor.Rfc`.', 'Selle con el CSD del emisor.'],
  304: ['El certificado no está activo en la lista del SAT: se revocó, venció o es de hoy.', clock],
  305: ['`Fecha` está fuera de la vigencia del certificado.', otherCsd],
  306: ['El certificado no es un CSD, sino una e.firma.', otherCsd],
  307: [
    'El documento ya tiene un timbre, o el PAC ya timbró el mismo.',
    'No lo timbre otra vez: el timbre existe, y la misma clave, o `resume`, lo trae.',
  ],
  308: [
    'El certificado no lo emitió el SAT.',
    'Un CSD de pruebas solo vale con el PAC de pruebas que lo emitió.',
  ],
  401: [
    '`Fecha` es de hace más de 72 horas, o del futuro.',
    '`Fecha: "AUTO"`; y revise la hora del servidor y el código postal de LugarExpedicion.',
  ],
  402: [
    'El emisor no está en la lista del SAT con sus obligaciones en orden.',
    'Lo resuelve el emisor con el SAT; un alta de hoy tarda en publicarse.',
  ],
  403: ['`Fecha` es anterior a 2012.', 'Corrija la fecha.'],
}

const resend = 'Corrija la solicitud y envíela otra vez: cancelar dos veces no cambia nada.'
const readIt = 'Lea el texto que vino con él; el código solo no lo dice.'
const disputed: Meaning = [
  'El motivo, el folio que sustituye, un plazo o una relación no se admite.',
  readIt,
]
const refused: Meaning = ['La solicitud no se admite.', readIt]

/**
 * Codes of the SAT for requests to cancel a CFDI: of a document, and from 300 on of the whole
 * request.
 */
export const ofCancellation: Meanings = {
  201: [
    'La solicitud se recibió. No quiere decir que esté cancelado.',
    'Consulte el estado: `engine.refresh`.',
  ],
  202: ['Ya se había pedido o ya está cancelado.', 'Consulte el estado: `engine.refresh`.'],
  203: ['No se encontró, o no es de ese emisor.', 'Revise el folio fiscal y con qué CSD se firmó.'],
  204: [
    'No se puede cancelar todavía: hay documentos que se relacionan con él.',
    'Cancele antes los relacionados.',
  ],
  205: [
    'El SAT aún no lo tiene.',
    'Es normal en los minutos después del timbre, y hasta 72 horas: se pide más tarde.',
  ],
  206: [
    'No es de un CFDI del sector primario.',
    'Pídalo por el servicio que corresponde a ese documento.',
  ],
  207: disputed,
  208: disputed,
  209: disputed,
  210: disputed,
  211: disputed,
  212: disputed,
  213: disputed,
  300: [
    'El PAC no se identificó ante el SAT. No se pidió nada.',
    'Reintente, con ese PAC o con otro.',
  ],
  301: ['El XML de la solicitud está mal formado.', resend],
  302: ['La firma de la solicitud no se sostiene.', resend],
  303: ['El certificado no es del emisor.', 'Firme con el CSD de quien emitió.'],
  304: [
    'El certificado se revocó o venció.',
    'Firme con un CSD vigente: cancela también lo sellado con el anterior.',
  ],
  305: ['El certificado no es válido, o la fecha de la solicitud no lo es.', clock],
  306: refused,
  307: refused,
  308: refused,
  309: refused,
  310: ['Se firmó con la e.firma.', 'Firme con el CSD.'],
  311: ['El motivo no es uno de los cuatro.', '01, 02, 03 o 04.'],
  312: [
    'El folio no se relaciona como dice el motivo.',
    'El motivo 01 va con el folio que sustituye, y los demás sin él.',
  ],
}

/**
 * Codes of the SAT for requests to cancel a retención: of a document, and from 1300 on of the whole
 * request.
 */
export const ofRetencion: Meanings = {
  1201: ['La solicitud se recibió.', 'Consulte el estado en la página del SAT.'],
  1202: ['Ya se había pedido o ya está cancelada.', 'Consulte el estado en la página del SAT.'],
  1203: [
    'No se encontró, o no es de ese emisor.',
    'Revise el folio fiscal y con qué CSD se firmó.',
  ],
  1204: ['No se puede cancelar.', readIt],
  1301: ['El XML de la solicitud está mal formado.', resend],
  1302: ['La lista de folios no se admite.', resend],
  1303: ['El RFC no es el de quien emitió.', 'Firme con el CSD de quien emitió.'],
  1304: ['La fecha de la solicitud no se admite.', 'Revise la hora del servidor.'],
  1305: ['El certificado no es del emisor.', 'Firme con el CSD de quien emitió.'],
  1306: ['El certificado no es válido.', otherCsd],
  1307: ['Se firmó con la e.firma.', 'Firme con el CSD.'],
  1308: ['El certificado se revocó o venció.', otherCsd],
  1309: ['La firma de la solicitud no se sostiene.', resend],
  1310: refused,
  1311: refused,
  1312: refused,
  1313: ['Pasó el plazo, que es el de la declaración anual.', readIt],
  1314: ['El folio no se relaciona como dice el motivo.', readIt],
}

/** Codes of the SAT for a receiver's answer to a cancellation. */
export const ofReceiver: Meanings = {
  1000: ['El SAT tiene la respuesta.', 'Nada.'],
  1001: ['Nadie pide cancelar ese documento, o ya no.', 'Nada que responder.'],
  1002: ['Ya se había respondido, y así queda.', 'Nada.'],
  1003: ['El documento es para otro RFC.', 'Responda con el CSD del receptor.'],
  1004: ['Hay más de una solicitud para ese folio.', 'Pida otra vez la lista de pendientes.'],
  1005: ['El folio fiscal falta o está mal escrito.', '32 dígitos hexadecimales con sus guiones.'],
  1006: ['Son demasiados folios en una solicitud.', 'Envíelos en varias.'],
}

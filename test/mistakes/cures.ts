/**
 * What each code says and what cures it, in Spanish: `docs/errores.md` is written of these and of the codes in the sources.
 * @module
 */

/** `[what it means, what to do]`, by code. */
export const cures: Readonly<Record<string, readonly [string, string]>> = {
  701: [
    'El JSON no se puede leer, o no es un objeto.',
    'Revise comillas y comas; un objeto de JavaScript se pasa como es.',
  ],
  702: [
    'El documento no es válido.',
    'Lea `errors`: todo lo que está mal, con su código, campo y ruta. No se envió nada.',
  ],
  703: ['No hay certificado para ese emisor.', 'Agréguelo a `signers`, o corrija `Emisor.Rfc`.'],
  704: ['No se pudo sellar.', '`errors` dice por qué: certificado vencido, firma que falló, documento ya timbrado.'],
  705: ['El PAC lo rechazó; no se timbró.', 'Corrija lo que dice `errors` y vuelva a enviar: es otra factura.'],
  706: [
    'La cuenta del PAC no puede timbrar, o pide ir más despacio; no se timbró.',
    'Revise saldo y contraseña; espere `retryAfter` si lo hay.',
  ],
  707: ['No se alcanzó a ningún PAC; no se timbró.', 'Reintente después, con la misma llave.'],
  708: [
    'Se envió y se perdió la respuesta: puede estar timbrado.',
    '**No facture otra vez.** Guarde `sealed`; la misma llave, o `resume`, averigua qué pasó.',
  ],
  709: ['La secuencia de folios falló; no se envió.', 'Revise la base de datos de los folios y reintente.'],
  710: [
    'Falló algo que usted dio al motor (reloj, catálogos, listas, bitácora, pedidos); no se envió.',
    'Revise ese recurso; la causa no se muestra para no revelar datos.',
  ],
  711: [
    'La llave ya se usó con otro documento, o no es una llave; no se selló.',
    'Un pedido, una llave, una factura. Para corregir: `engine.substitute`.',
  ],
  712: ['No se pudo pedir una cancelación; no se envió.', '`errors` trae un código `CANCEL_…` de los de abajo.'],
  CERTIFICATE_UNREADABLE: ['No es un certificado X.509, o está dañado.', 'Dé el .cer tal como lo descargó.'],
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
  CSD_FOLDER: ['La carpeta no se puede leer, o no hay en ella un CSD que abra.', 'Revise la ruta y la contraseña.'],
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
    'Los octetos no son de la codificación que dice el XML.',
    'Lea el archivo como octetos, sin convertirlo antes a texto.',
  ],
  XML_LIMIT: ['Tiene más de lo que se admite leer.', 'Si es legítimo, suba `limits`.'],
  XML_NOT_CFDI: ['Es XML, y no un CFDI 4.0.', 'Un CFDI 3.3 o una retención no se leen con esta biblioteca.'],
  XML_CONTENT: ['Tiene nodos o atributos que un CFDI no puede tener.', '`findings` los lista.'],
  SEAL_DRAFT: ['Queda "AUTO" en el documento.', 'Lo resuelve el motor, o `resolveDraft`, antes de `seal`.'],
  SEAL_ISSUER: ['`Emisor.Rfc` no es el del certificado.', 'Selle con el CSD del emisor.'],
  SEAL_DATE: ['`Fecha` está fuera de la vigencia del certificado.', 'Renueve el CSD, o corrija la fecha.'],
  SEAL_STAMPED: ['El documento ya tiene un timbre.', 'Lo timbrado no se sella otra vez; se sustituye.'],
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
  CANCEL_SHA1: ['La firma no sabe SHA-1, que el SAT pide para cancelar.', 'Dé `signSha1` en su Signer.'],
  CANCEL_SIGNER: ['La firma falló, o no es de ese certificado.', 'Vea `cause`, y que la llave sea la del certificado.'],
  JOURNAL_OPEN: ['La bitácora no se puede abrir ni crear.', 'Revise ruta y permisos.'],
  JOURNAL_FORMAT: [
    'El archivo no es una bitácora, o es de otra versión. No se tocó.',
    'Use otra ruta, o la versión que la escribió.',
  ],
  JOURNAL_CORRUPT: [
    'Lo que ya estaba escrito no se puede leer. No se tocó.',
    'Recupere el respaldo; no la borre: dice qué quedó en duda.',
  ],
  JOURNAL_LOCKED: ['Otro proceso la tiene abierta.', 'Un proceso por bitácora; para varios, [PostgreSQL](scaling.md).'],
  JOURNAL_WRITE: ['Falló una escritura.', 'Revise el disco y vuelva a abrirla; lo confirmado está.'],
  JOURNAL_CLOSED: ['Se cerró.', 'Cierre después de que terminen los timbrados.'],
  JOURNAL_TIMEOUT: ['No contestó a tiempo.', 'Revise el almacén; `notSent` dice si no se envió nada.'],
  SETTLE_UNKNOWN: ['La bitácora no tiene ese documento.', 'Revise el `token`.'],
  SETTLE_CLOSED: ['Ese documento no está en duda.', 'No hay nada que resolver.'],
  SETTLE_BUSY: ['Se está timbrando o buscando ahora.', 'Espere a que termine.'],
  SETTLE_STAMP: ['El timbre no es válido, o es de otro documento.', 'Descargue el del portal del PAC.'],
  SETTLE_UNREADABLE: ['Lo guardado del documento no se puede leer.', 'Busque el XML en el portal del PAC.'],
  POSTGRES_NEWER: ['Las tablas son de una versión más nueva. No se cambió nada.', 'Actualice todos los procesos.'],
  POSTGRES_QUERY: ['Falló una instrucción.', 'Vea `cause`; si se escribió, se sabe leyendo.'],
  POSTGRES_TIMEOUT: ['Tardó más que `timeout`.', 'Revise la base; si se escribió, se sabe leyendo.'],
  POSTGRES_VALUE: ['Un texto que PostgreSQL no puede guardar.', 'Sin U+0000, y llaves de hasta 1,000 octetos.'],
}

/**
 * English of the descriptions of fields and members, which are in Spanish in the table of
 * operations.
 * @module
 */
export const apiEnglish: Readonly<Record<string, string>> = {
  'Timbrar, consultar, cancelar y verificar comprobantes.':
    'Stamps, reads, cancels and verifies documents.',
  'Código de la última respuesta del SAT, o del PAC, a una solicitud.':
    'Code of the last answer of the SAT, or of the PAC, to a request.',
  'Si hay acuse del SAT: está en …/acuse.':
    'Whether there is an acuse of the SAT: it is at …/acuse.',
  'Cuándo se registró su timbre.': 'Time when its stamp was recorded.',
  'Si los recibos de pago vigentes la liquidaron.':
    'Whether payment receipts in force brought its balance to zero.',
  'Lo pagado con recibos de pago vigentes.': 'Sum paid by receipts in force.',
  'Lo acreditado con notas de crédito vigentes.': 'Sum credited by credit notes in force.',
  'Lo que falta por pagar, en la moneda de la factura.': 'Balance, in the currency of the invoice.',
  'Exportar comprobantes a CSV o ZIP.': 'Exports documents as CSV or ZIP.',
  'Por qué no se canceló: el SAT o el receptor lo rechazó.':
    'Why it was not cancelled: the SAT or the receiver rejected it.',
  'Cómo se canceló: cancelledDirectly, cancelledWithConsent, cancelledBySilence o unknown.':
    'How it was cancelled: cancelledDirectly, cancelledWithConsent, cancelledBySilence or unknown.',
  'Cuándo cambió por última vez.': 'Time of the last change.',
  'De una factura: lo pagado y lo que falta.': 'Of an invoice: what was paid, and the balance.',
  'Vigente, pagado, en proceso de cancelación o cancelado.':
    'In force, paid, being cancelled, or cancelled.',
  'El estado: vigente, pagado, en proceso de cancelación o cancelado.':
    'The state: in force, paid, being cancelled, or cancelled.',
  'RFC del emisor.': 'RFC of the issuer.',
  'La serie, exacta.': 'The series, exactly.',
  'El folio, exacto.': 'The folio, exactly.',
  'El tipo.': 'The type.',
  'Palabras del nombre o del RFC del receptor, del RFC del emisor, de la serie, del folio o del UUID; bastan las primeras letras, de 3 a 10.':
    'Words of the name or RFC of the receiver, the RFC of the issuer, the series, the folio or the UUID; the first 3 to 10 letters are enough.',
  'Fecha del comprobante desde la que se lista: 2026, 2026-11, 2026-11-26 o con hora.':
    'First date of the documents: 2026, 2026-11, 2026-11-26, or with a time.',
  'Fecha hasta la que se lista, inclusive, con las mismas formas.':
    'Last date, included, in the same forms.',
  'El orden: por cuándo se timbró o por Fecha, del mayor al menor con un guion. Con since o until es por Fecha; si no se indica, primero el último.':
    'Order: by the time of the stamp or by Fecha, descending with a hyphen. With since or until it is by Fecha. Defaults to the newest first.',
  'Si se cuentan.': 'Whether they are counted.',
  'Con count: cuántos son, hasta 10000.': 'With count: their number, up to 10000.',
  'Con count: si son más de 10000.': 'With count: whether there are more than 10000.',
  'El mes de la Fecha de los comprobantes: 2026-11.':
    'Month of the Fecha of the documents: 2026-11.',
  'Qué documentos: xml, acuse, pdf. xml y acuse si no se indica.':
    'Which documents: xml, acuse, pdf. Defaults to xml and acuse.',
  'Cómo se ven los PDF.': 'How PDFs look.',
  'Plantilla del PDF.': 'Template of the PDF.',
  'Idioma del PDF.': 'Language of the PDF.',
  'Color de la marca en el PDF: #rrggbb.': 'Brand colour of the PDF: #rrggbb.',
  'Notas del emisor en el PDF.': 'Notes of the issuer in the PDF.',
  'Direcciones de correo de los receptores.': 'Mail addresses of receivers.',
  'Timbrados en duda, que resuelve una persona.': 'Stamps in doubt, which a person settles.',
  'Créditos.': 'Credits.',
  'Direcciones que reciben eventos.': 'URLs that receive events.',
  'Eventos de la cuenta.': 'Events of the account.',
  'El XML y el PDF, por su liga.': 'The XML and the PDF, by their links.',
  'Esta descripción.': 'This description.',
  'El comprobante, como texto JSON.': 'The document, as JSON text.',
  'Si se envía por correo una vez timbrado.': 'Whether it is mailed once it is stamped.',
  'Si se envía por correo una vez timbrado, o a qué direcciones.':
    'Whether it is mailed once it is stamped, or to which addresses.',
  'Direcciones, separadas por comas. Las que se conocen del receptor, si no se indica.':
    'Addresses, separated by commas. Defaults to the known ones of the receiver.',
  'Direcciones, separadas por comas.': 'Addresses, separated by commas.',
  'RFC del receptor.': 'RFC of the receiver.',
  'Desde cuándo está así.': 'Time of the state.',
  'Por qué no se pudo enviar.': 'Why it could not be sent.',
  'Otra dirección https.': 'Another https URL.',
  'Cuáles espera, separados por comas.': 'Which ones it expects, separated by commas.',
  'Si se le entregan eventos.': 'Whether events are delivered to it.',
  'Primera falla desde su última entrega.': 'First failure since its last delivery.',
  'Por qué está deshabilitado.': 'Why it is disabled.',
  'paused: no responde, y se le vuelve a preguntar más tarde; disabled: no se le entrega nada hasta que se active.':
    'paused: it does not answer, and is retried later; disabled: nothing is delivered to it until it is enabled.',
  'Cuántos, a lo más. 20 si no se indica.': 'Maximum number of items. Defaults to 20.',
  'El `next` de la página anterior.': '`next` of the previous page.',
  'Folio fiscal.': 'Folio fiscal (UUID).',
  'Clave de c_MotivoCancelacion.': 'Code of c_MotivoCancelacion.',
  'Con motivo 01: el folio que lo sustituye.': 'With motivo 01: UUID of the substitute.',
  'El CFDI recibido, como texto XML.': 'The received CFDI, as XML text.',
  'La Idempotency-Key.': 'The Idempotency-Key.',
  'El XML timbrado, como texto, si se timbró.': 'The stamped XML, as text, if it was stamped.',
  'Sí: una persona comprobó que ningún PAC lo timbró.':
    'Yes: a person verified that no PAC stamped it.',
  'Dirección https que los recibe.': 'https URL that receives them.',
  'Cuáles, separados por comas. Todos, si no se indica.':
    'Which ones, separated by commas. Defaults to all.',
  'Identificador del webhook.': 'Identifier of the webhook.',
  'Segundos que sigue firmando el anterior: un día, si no se indica. 0 los termina todos.':
    'Seconds for which the earlier secret still signs. Defaults to a day. 0 ends all of them.',
  'El identificador del evento.': 'Identifier of the event.',
  'sandbox o production.': 'sandbox or production.',
  'Folio fiscal y extensión.': 'UUID and extension.',
  'Hasta cuándo sirve la liga, en segundos desde 1970.':
    'End of the validity of the link, in seconds since 1970.',
  'La firma de la liga.': 'Signature of the link.',
  'Créditos otorgados.': 'Granted credits.',
  'Comprobantes timbrados.': 'Stamped documents.',
  'Apartados por timbrados en curso o por aclarar.': 'Reserved by stamps in progress or in doubt.',
  'inForce, asked, accepted, inProcess, blocked, refused, rejected o cancelled.':
    'inForce, asked, accepted, inProcess, blocked, refused, rejected or cancelled.',
  'Por qué alguien debe verlo. Se sigue preguntando al SAT hasta que termine el plazo legal.':
    'Why a person must look at it. The SAT is asked until the legal term ends.',
  'El XML timbrado, en Base64.': 'The stamped XML, in Base64.',
  'Liga al XML, firmada y con caducidad.': 'Signed link to the XML, which expires.',
  'Liga al PDF, firmada y con caducidad.': 'Signed link to the PDF, which expires.',
  'Hasta cuándo firma también con los secretos anteriores, si aún lo hace.':
    'End of the term in which earlier secrets sign too.',
  'Con él se verifica la firma (Standard Webhooks). No se vuelve a mostrar.':
    'Verifies the signature (Standard Webhooks). Shown once.',
  'doubt: ningún PAC dice qué fue de él. outdated, forgotten: el almacén se restauró de un respaldo.':
    'doubt: no PAC knows its outcome. outdated, forgotten: the store was restored from a backup.',
  'Desde cuándo no se sabe.': 'Start of the doubt.',
  'El PAC que pudo timbrarlo.': 'The PAC that may have stamped it.',
  'Hasta cuándo se puede timbrar ese comprobante.': 'Last moment to stamp that document.',
  'El XML sellado, sin timbre, en Base64.': 'The sealed XML, without a stamp, in Base64.',
  'El cursor de la página que sigue, si la hay.': 'Cursor of the next page, if there is one.',
  'La Idempotency-Key con que se timbró.': 'Idempotency-Key of the stamp.',
  'El elemento, o request para la petición.': 'The element, or `request`.',
  'El atributo o el campo; vacío cuando es el elemento.':
    'The attribute or field; empty for the element itself.',
  'Qué está mal.': 'The problem.',
  'La ruta en el JSON.': 'Path in the JSON.',
  'En Base64.': 'In Base64.',
  'Lo que significa lo que dijo el SAT; unavailable si no dijo nada.':
    'Meaning of the answer of the SAT; unavailable without one.',
  'Por qué falló; estable.': 'Reason of the failure; stable.',
  'Lo que falta para decidir; estable.': 'Missing evidence; stable.',
  'Si el veredicto es valid.': 'Whether the verdict is valid.',
  'De qué son los certificados.': 'Environment of the certificates.',
  'El comprobante, como JSON. Es de fiar solo si ok es verdadero.':
    'The document, as JSON. Trust it only if ok is true.',
}

/**
 * Mistakes of beginners in English, for `docs/en/common-mistakes.md`. The library's messages stay
 * in Spanish.
 * @module
 */

/** `[title, meaning]`, by the title in Spanish. */
export const englishMistakes: Readonly<Record<string, readonly [string, string]>> = {
  'Un nombre mal escrito': [
    'A misspelt name',
    'Names are those of Anexo 20, with their capitals and accents. The library refuses an unknown name, because the value might be important.',
  ],
  'La fecha con zona horaria': [
    'A date with a time zone',
    'The SAT requires the local time of the place of issue, without a zone. `"AUTO"` derives it from LugarExpedicion, in Tijuana and Cancún too.',
  ],
  'La fecha en que se vendió, y no la de hoy': [
    'The date of the sale instead of today',
    'An invoice is stamped within 72 hours of its Fecha. Invoice an earlier sale with the date of today.',
  ],
  'La versión de antes': [
    'The former version',
    'Only CFDI 4.0 is stamped. A new version number is not enough: Exportacion, ObjetoImp and the data of the receiver are new.',
  ],
  'Falta Exportacion': [
    'Exportacion is missing',
    'It is required also when nothing is exported: then it is 01.',
  ],
  'El código postal como número': [
    'The postal code as a number',
    'A number loses its leading zero. Codes are text: postal codes, regimes, forms of payment.',
  ],
  'Una lista de uno, sin corchetes': [
    'A list of one, without brackets',
    'A repeatable element is always a list, even with one item.',
  ],
  'Un RFC incompleto': [
    'An incomplete RFC',
    'Twelve characters for a company, thirteen for a person. The message describes the format.',
  ],
  'El nombre en minúsculas': [
    'The name in small letters',
    'Use the name in the Constancia de Situación Fiscal: in capitals, with its accents and without the kind of company («SA DE CV»).',
  ],
  'El régimen de otra clase de persona': [
    'The regime of the other kind of taxpayer',
    '601 is for companies, and an RFC of thirteen characters belongs to a person. The regime is in the Constancia of the receiver.',
  ],
  'Un uso que el régimen del receptor no admite': [
    'A use that the regime of the receiver does not admit',
    'Someone with wages only (605) cannot deduct general expenses (G03): use a personal deduction, or S01.',
  ],
  'Una clave a medias': [
    'Half a code',
    'The code is not in its catalogue. The message has similar codes, and then the given code in brackets.',
  ],
  'Público en general, sin decir de qué periodo': [
    'The general public, without a period',
    'An invoice to XAXX010101000 in the name of PUBLICO EN GENERAL is a global invoice, and has InformacionGlobal: `facturaGlobal` makes the whole invoice from the tickets. A customer at the counter has a name of their own.',
  ],
  'El domicilio de un cliente de mostrador': [
    'The address of a customer at the counter',
    'With a generic RFC, the address of the receiver is the postal code of the place of issue.',
  ],
  'A crédito, con forma de pago': [
    'On credit, with a form of payment',
    'With a later payment (PPD), the form of payment is unknown: FormaPago is 99, and each payment has a receipt.',
  ],
  'Pagada, sin decir cómo': [
    'Paid, without a form of payment',
    'An invoice paid at once (PUE) has a known form of payment.',
  ],
  'Dólares sin tipo de cambio': [
    'Dollars without an exchange rate',
    'With another currency than the peso, give its value in pesos. The library does not look up exchange rates.',
  ],
  'Un importe como lo muestra la pantalla': [
    'An amount as the screen shows it',
    'Amounts have no sign and no commas. The other findings follow from it: without the price there are no amounts and no taxes.',
  ],
  'Un importe que salió de sumar decimales': [
    'An amount from adding decimals',
    'JavaScript adds in binary: 0.1 + 0.2 is not 0.3. A number of more than 15 digits is refused, not rounded silently; give amounts as text, or keep cents until the end.',
  ],
  'Una devolución como importe negativo': [
    'A return as a negative amount',
    'No amount has a sign. A later return or reduction is a credit note: [`notaDeCredito`](builders.md) makes it. The other findings have the same cause.',
  ],
  'El total calculado por su cuenta': [
    'A total computed by hand',
    'The SAT adds it up again. `"AUTO"`, or an absent Total with `complete: true`, computes it.',
  ],
  'El precio dos veces': [
    'The price twice',
    'Give the charge (PrecioConImpuestos) or the price before taxes (ValorUnitario): the library derives the other.',
  ],
  'La tasa en por ciento': [
    'The rate in per cent',
    'A rate is a fraction with six decimals: 16 % is 0.160000.',
  ],
  'Una tasa que no existe': [
    'A rate that does not exist',
    'Rates are those of c_TasaOCuota: of IVA, 0, 8 and 16 per cent. Do not use the rate for a discount.',
  ],
  'Una retención entre los traslados': [
    'A withholding among the transfers',
    'ISR (001) is a withheld tax: it belongs in Retenciones.',
  ],
  'Objeto de impuesto, sin impuestos': [
    'Subject to tax, without taxes',
    'ObjetoImp 02 requires taxes, and the concept has none. An exempt concept has a row too, with TipoFactor Exento. A concept that is not subject to tax has 01.',
  ],
  'La unidad, por su nombre de siempre': [
    'The unit by its everyday name',
    'The unit is a code of c_ClaveUnidad: a piece is H87. The everyday name may be in Unidad.',
  ],
  'Un producto inventado': [
    'An invented product code',
    'Search codes by words: `npx cfdi-stamp catalog c_ClaveProdServ guitarra`, or [in the program](catalogs.md). If none fits, use 01010101.',
  ],
  'La barra vertical': [
    'The vertical bar',
    'The character | separates the data in the cadena original, so no value may contain it.',
  ],
  '"AUTO" donde nada lo dice': [
    '"AUTO" without a source',
    'The receiver decides the use, and no other value determines it. [auto.md](auto.md) lists the members that accept "AUTO".',
  ],
  'La contraseña de la llave': [
    'The password of the key',
    'Each CSD has its own, chosen at its request. It is neither the password of the e.firma nor that of the portal. It cannot be recovered: request another CSD.',
  ],
  'La e.firma en lugar del CSD': [
    'The e.firma in place of the CSD',
    'Use the e.firma to request a CSD (with Certifica, a program of the SAT). The CSD seals.',
  ],
  'La llave de otro certificado': [
    'The key of another certificate',
    'The .cer and the .key are renewed together. If a folder has several, `openCsdFolder` finds the pairs.',
  ],
  'Los dos archivos, cambiados': [
    'The two files, exchanged',
    'The public .cer goes into `cer`; the private .key goes into `key`.',
  ],
  'El CSD, sin esperarlo': [
    'The CSD without await',
    '`openCsd` reads files and tests the key, and returns a promise: use `await`.',
  ],
  'El emisor no es el del certificado': [
    'The issuer differs from the certificate',
    'The engine seals only for issuers with a CSD in `signers`, which may be a list. `Rfc: "AUTO"` takes the RFC from the certificate.',
  ],
  'JSON que no lo es': [
    'Text that is not JSON',
    'JSON has double quotes. Pass a JavaScript object as it is, without serializing it.',
  ],
  'Los importes faltan, y nadie pidió calcularlos': [
    'Missing amounts without complete',
    'The engine computes absent members only with `createEngine({ complete: true })`, and members that are `"AUTO"`.',
  ],
  'Un CSD de pruebas con un PAC que no lo conoce': [
    'A test CSD that the PAC does not accept',
    'A PAC accepts certificates of the SAT; the sandbox accepts those of its own authority: `pac.issueCsd(…)` of the same `pac` that stamps.',
  ],
  'La misma clave para otra factura': [
    'The same key for another invoice',
    'The key identifies an order, and an order is one invoice. Use another key for another invoice, and `engine.substitute` to correct one. `orders` stores the keys: without it the engine refuses any key with 711.',
  ],
  'Timbrar lo ya timbrado': [
    'Stamping a stamped document',
    '`stamp` takes drafts, and each call makes another invoice. Give each order a key to prevent a second one.',
  ],
  'La respuesta se perdió': [
    'The response was lost',
    '**Do not invoice again**: a stamp may exist. Keep `sealed` and look it up later, or use `failover` with a journal, or `orders` and a key.',
  ],
  'El XML de la respuesta, sin decodificar': [
    'The XML of the result, not decoded',
    "`cfdi.XML` is Base64: `Buffer.from(cfdi.XML, 'base64')`.",
  ],
}

/**
 * The mistakes of who begins, told in English for `docs/en/tropiezos.md`. What the library answers stays in Spanish.
 * @module
 */

/** `[title, meaning]`, by the title in Spanish. */
export const englishMistakes: Readonly<Record<string, readonly [string, string]>> = {
  'Un nombre mal escrito': [
    'A misspelt name',
    'Names are those of Anexo 20, with their capitals and accents. One that does not exist is not ignored: it might be the one that mattered.',
  ],
  'La fecha con zona horaria': [
    'A date with a time zone',
    'The SAT wants the local time of the place of issue, without a zone. `"AUTO"` gives it by LugarExpedicion, in Tijuana and Cancún too.',
  ],
  'La fecha en que se vendió, y no la de hoy': [
    'The date of the sale, and not of today',
    'An invoice is stamped within 72 hours of its Fecha. What was sold before is invoiced with the date of today.',
  ],
  'La versión de antes': [
    'The former version',
    'Only CFDI 4.0 is stamped. To change the number is not enough: Exportacion, ObjetoImp and the data of the receiver are new.',
  ],
  'Falta Exportacion': ['Exportacion is missing', 'It is required also when nothing is exported: then it is 01.'],
  'El código postal como número': [
    'The postal code as a number',
    'A number loses the zero on its left. Codes are text: postal codes, regimes, forms of payment.',
  ],
  'Una lista de uno, sin corchetes': [
    'A list of one, without brackets',
    'What may be repeated is always a list, also when there is one only.',
  ],
  'Un RFC incompleto': [
    'An incomplete RFC',
    'Twelve characters for a company, thirteen for a person. The message says how it is formed.',
  ],
  'El nombre en minúsculas': [
    'The name in small letters',
    'The name is that of the Constancia de Situación Fiscal: in capitals, with its accents and without the kind of company («SA DE CV»).',
  ],
  'El régimen de otra clase de persona': [
    'The regime of the other kind of taxpayer',
    '601 is for companies, and an RFC of thirteen characters is of a person. The regime is in the Constancia of the receiver.',
  ],
  'Un uso que el régimen del receptor no admite': [
    'A use that the regime of the receiver does not admit',
    'Someone with wages only (605) cannot deduct general expenses (G03): use a personal deduction, or S01.',
  ],
  'Una clave a medias': [
    'Half a code',
    'The code is not in its catalogue. What was found is in brackets, and before it, what is similar.',
  ],
  'Público en general, sin decir de qué periodo': [
    'The general public, without saying of which period',
    'An invoice to XAXX010101000 in the name of PUBLICO EN GENERAL is a global invoice, and has InformacionGlobal: `facturaGlobal` makes the whole of it from the tickets. A customer at the counter goes by his own name.',
  ],
  'El domicilio de un cliente de mostrador': [
    'The address of a customer at the counter',
    'With a generic RFC, the address of the receiver is the postal code of the place of issue.',
  ],
  'A crédito, con forma de pago': [
    'On credit, with a form of payment',
    'If it is paid later (PPD), how is not known yet: FormaPago is 99, and each payment will have its receipt.',
  ],
  'Pagada, sin decir cómo': [
    'Paid, without saying how',
    'The opposite of the one before: paid at once (PUE), the form of payment is known already.',
  ],
  'Dólares sin tipo de cambio': [
    'Dollars without an exchange rate',
    'With another currency than the peso, say how many pesos it is worth. The library looks none up: the rate is yours.',
  ],
  'Un importe como lo muestra la pantalla': [
    'An amount as the screen shows it',
    'Amounts have no sign and no commas. All else that is said follows from it: without the price there are no amounts and no taxes.',
  ],
  'Un importe que salió de sumar decimales': [
    'An amount that came of adding decimals',
    'JavaScript adds in binary: 0.1 + 0.2 is not 0.3. A number of more than 15 digits is refused rather than rounded in secret; give amounts as text, or keep cents until the end.',
  ],
  'Una devolución como importe negativo': [
    'A return as a negative amount',
    'No amount has a sign. What is given back or reduced afterwards is a credit note: [`notaDeCredito`](documentos.md) makes it. The other findings come of the same sign.',
  ],
  'El total calculado por su cuenta': [
    'A total of your own computing',
    'The SAT adds it up again. `"AUTO"`, or leaving it out with `complete: true`, saves the sum.',
  ],
  'El precio dos veces': [
    'The price twice',
    'Either what you charged (PrecioConImpuestos) or the price before taxes (ValorUnitario): one is made from the other.',
  ],
  'La tasa en por ciento': ['The rate in per cent', 'A rate is a fraction with six decimals: 16 % is 0.160000.'],
  'Una tasa que no existe': [
    'A rate that does not exist',
    'Rates are those of c_TasaOCuota: of IVA, 0, 8 and 16 per cent. A discount is not made with the rate.',
  ],
  'Una retención entre los traslados': [
    'A withholding among the transfers',
    'ISR (001) is not charged on, it is withheld: it belongs in Retenciones.',
  ],
  'Objeto de impuesto, sin impuestos': [
    'Subject to tax, without taxes',
    'ObjetoImp 02 promises taxes and there are none. What is exempt has its row too, with TipoFactor Exento; what is not subject to tax is 01.',
  ],
  'La unidad, por su nombre de siempre': [
    'The unit by its everyday name',
    'The unit is a code of c_ClaveUnidad: a piece is H87. The everyday name may stand apart, in Unidad.',
  ],
  'Un producto inventado': [
    'A product that was made up',
    'Codes are found by words: `npx cfdi-stamp catalog c_ClaveProdServ guitarra`, or [in the program](../catalogs.md). If there really is none, 01010101.',
  ],
  'La barra vertical': [
    'The vertical bar',
    'The character | separates the data in the cadena original, so no datum has it.',
  ],
  '"AUTO" donde nada lo dice': [
    '"AUTO" where nothing tells',
    'Its use is for the receiver to decide, and nobody else knows. [All that may say "AUTO"](auto.md) is a list.',
  ],
  'La contraseña de la llave': [
    'The password of the key',
    'Each CSD has its own, chosen when it was asked for, and it is neither that of the e.firma nor that of the portal. It cannot be recovered: ask for another CSD.',
  ],
  'La e.firma en lugar del CSD': [
    'The e.firma in place of the CSD',
    'The e.firma asks for a CSD (with Certifica, of the SAT), and the CSD seals.',
  ],
  'La llave de otro certificado': [
    'The key of another certificate',
    'The .cer and the .key are renewed together. If a folder has several, `openCsdFolder` finds the pairs.',
  ],
  'Los dos archivos, cambiados': [
    'The two files, exchanged',
    'The .cer is public and goes into `cer`; the .key is the key and goes into `key`.',
  ],
  'El CSD, sin esperarlo': [
    'The CSD, without waiting for it',
    'To open a CSD is to read files and to prove the key: it is awaited (`await`).',
  ],
  'El emisor no es el del certificado': [
    'The issuer is not that of the certificate',
    'The engine seals only for those who have a CSD in `signers`, which may be a list. `Rfc: "AUTO"` takes it from the certificate.',
  ],
  'JSON que no lo es': [
    'Text that is not JSON',
    'JSON has double quotes. A JavaScript object is given as it is, without making text of it.',
  ],
  'Los importes faltan, y nadie pidió calcularlos': [
    'Amounts are missing, and nobody asked to compute them',
    'What is absent is computed only with `createEngine({ complete: true })`, or where the draft says `"AUTO"`.',
  ],
  'Un CSD de pruebas con un PAC que no lo conoce': [
    'A test CSD with a PAC that does not know it',
    'A PAC takes certificates of the SAT; the sandbox, those of its own authority: `pac.issueCsd(…)` of the same `pac` that stamps.',
  ],
  'La misma llave para otra factura': [
    'The same key for another invoice',
    'The key says which order it is, and an order is one invoice. Another invoice, another key; to correct one: `engine.substitute`. Without `orders`, keys are forgotten when the process ends.',
  ],
  'Timbrar lo ya timbrado': [
    'Stamping what is stamped',
    'Drafts are stamped, and each time it is another invoice. To make no second one, give each order a key.',
  ],
  'La respuesta se perdió': [
    'The answer was lost',
    '**Do not invoice again**: it may be stamped. Keep `sealed` and ask later, or let `failover` do so with a journal, or `orders` and a key.',
  ],
  'El XML de la respuesta, sin decodificar': [
    'The XML of the answer, not decoded',
    "`cfdi.XML` is Base64, as those who keep it expect: `Buffer.from(cfdi.XML, 'base64')`.",
  ],
}

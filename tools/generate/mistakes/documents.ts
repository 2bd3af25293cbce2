/**
 * Mistakes of beginners in the document: a wrong part of a good draft, its meaning and the
 * correction.
 * @module
 */

/** A part that is merged into a draft. `null` removes a member. */
export type Part = { readonly [member: string]: unknown }

/** A mistake in a document. The library gives the message. */
export interface DocumentMistake {
  readonly title: string
  readonly wrong: Part
  readonly meaning: string
  readonly right: Part
}

const line = (concepto: Part): Part => ({ Conceptos: [concepto] })
const traslado = (one: Part): Part => line({ Impuestos: { Traslados: [one] } })
const mostrador = {
  Rfc: 'XAXX010101000',
  Nombre: 'PUBLICO EN GENERAL',
  DomicilioFiscalReceptor: '64000',
  RegimenFiscalReceptor: '616',
  UsoCFDI: 'S01',
}
const anterior = '6F0CBE5E-1B8C-4C3B-9B7E-0C2D1F3A4B5C'

/** In the usual order of a beginner: names, dates, parties, amounts, taxes, the rest. */
export const documentMistakes: readonly DocumentMistake[] = [
  {
    title: 'Un nombre mal escrito',
    wrong: { moneda: 'MXN', Moneda: null },
    meaning:
      'Los nombres son los del Anexo 20, con sus mayúsculas y acentos. Uno que no existe no se ignora: podría ser el que importaba.',
    right: { Moneda: 'MXN' },
  },
  {
    title: 'La fecha con zona horaria',
    wrong: { Fecha: '2026-11-22T18:00:00Z' },
    meaning:
      'El SAT quiere la hora local del lugar de expedición, sin zona. `"AUTO"` la pone según LugarExpedicion, también en Tijuana o Cancún.',
    right: { Fecha: 'AUTO' },
  },
  {
    title: 'La fecha en que se vendió, y no la de hoy',
    wrong: { Fecha: '2026-11-01T12:00:00' },
    meaning:
      'Se timbra dentro de las 72 horas siguientes a Fecha. Lo vendido antes se factura con fecha de hoy.',
    right: { Fecha: 'AUTO' },
  },
  {
    title: 'La versión de antes',
    wrong: { Version: '3.3' },
    meaning:
      'Solo se timbra CFDI 4.0. Cambiar el número no basta: Exportacion, ObjetoImp y los datos del receptor son nuevos.',
    right: { Version: '4.0' },
  },
  {
    title: 'Falta Exportacion',
    wrong: { Exportacion: null },
    meaning: 'Es obligatoria aunque no se exporte nada: entonces es 01.',
    right: { Exportacion: '01' },
  },
  {
    title: 'El código postal como número',
    wrong: { LugarExpedicion: 6600 },
    meaning:
      'Un número pierde el cero de la izquierda. Las claves son texto: códigos postales, regímenes, formas de pago.',
    right: { LugarExpedicion: '06600' },
  },
  {
    title: 'Una lista de uno, sin corchetes',
    wrong: { CfdiRelacionados: { TipoRelacion: '04', CfdiRelacionado: [{ UUID: anterior }] } },
    meaning: 'Lo que puede repetirse es siempre una lista, también cuando es uno solo.',
    right: { CfdiRelacionados: [{ TipoRelacion: '04', CfdiRelacionado: [{ UUID: anterior }] }] },
  },
  {
    title: 'Un RFC incompleto',
    wrong: { Receptor: { Rfc: 'TOAM850417U2' } },
    meaning: 'Doce caracteres una persona moral, trece una física. El mensaje dice cómo se forma.',
    right: { Receptor: { Rfc: 'TOAM850417U21' } },
  },
  {
    title: 'El nombre en minúsculas',
    wrong: { Receptor: { Nombre: 'Mariana Torres Acosta' } },
    meaning:
      'El nombre es el de la Constancia de Situación Fiscal: en mayúsculas, con sus acentos y sin régimen societario («SA DE CV»).',
    right: { Receptor: { Nombre: 'MARIANA TORRES ACOSTA' } },
  },
  {
    title: 'El régimen de otra clase de persona',
    wrong: { Receptor: { RegimenFiscalReceptor: '601' } },
    meaning:
      '601 es de personas morales, y un RFC de trece caracteres es de una física. El régimen está en la Constancia del receptor.',
    right: { Receptor: { RegimenFiscalReceptor: '612' } },
  },
  {
    title: 'Un uso que el régimen del receptor no admite',
    wrong: { Receptor: { RegimenFiscalReceptor: '605' } },
    meaning:
      'Quien solo tiene sueldos (605) no deduce gastos en general (G03): con él van las deducciones personales, o S01.',
    right: { Receptor: { RegimenFiscalReceptor: '605', UsoCFDI: 'S01' } },
  },
  {
    title: 'Una clave a medias',
    wrong: { Receptor: { UsoCFDI: 'G3' } },
    meaning:
      'La clave no está en su catálogo. Entre paréntesis va lo que se encontró, y antes, las parecidas.',
    right: { Receptor: { UsoCFDI: 'G03' } },
  },
  {
    title: 'Público en general, sin decir de qué periodo',
    wrong: { Receptor: mostrador },
    meaning:
      'Una factura a XAXX010101000 a nombre de PUBLICO EN GENERAL es una factura global, y lleva InformacionGlobal: `facturaGlobal` la hace entera a partir de los tickets. A un cliente de mostrador se le pone su nombre.',
    right: { Receptor: { ...mostrador, Nombre: 'MARIANA TORRES ACOSTA' } },
  },
  {
    title: 'El domicilio de un cliente de mostrador',
    wrong: {
      Receptor: { ...mostrador, Nombre: 'MARIANA TORRES ACOSTA', DomicilioFiscalReceptor: '06600' },
    },
    meaning:
      'Con un RFC genérico, el domicilio del receptor es el código postal de donde se expide.',
    right: { Receptor: { ...mostrador, Nombre: 'MARIANA TORRES ACOSTA' } },
  },
  {
    title: 'A crédito, con forma de pago',
    wrong: { MetodoPago: 'PPD' },
    meaning:
      'Si se paga después (PPD), todavía no se sabe cómo: FormaPago es 99, y cada pago tendrá su recibo.',
    right: { MetodoPago: 'PPD', FormaPago: '99' },
  },
  {
    title: 'Pagada, sin decir cómo',
    wrong: { FormaPago: '99' },
    meaning:
      'Lo contrario de lo anterior: en una sola exhibición (PUE) la forma de pago ya se conoce.',
    right: { FormaPago: '03' },
  },
  {
    title: 'Dólares sin tipo de cambio',
    wrong: { Moneda: 'USD' },
    meaning:
      'Con otra moneda que el peso hay que decir cuántos pesos vale. La biblioteca no consulta ninguno: el que se usa es de usted.',
    right: { Moneda: 'USD', TipoCambio: '17.5021' },
  },
  {
    title: 'Un importe como lo muestra la pantalla',
    wrong: line({ ValorUnitario: '$1,000.00' }),
    meaning:
      'Los importes van sin signo ni comas. Lo demás que se dice sale de lo mismo: sin el precio no hay importe ni impuestos.',
    right: line({ ValorUnitario: '1000.00' }),
  },
  {
    title: 'Un importe que salió de sumar decimales',
    wrong: line({ ValorUnitario: 0.1 + 0.2 }),
    meaning:
      'JavaScript suma en binario: 0.1 + 0.2 no es 0.3. Un número de más de 15 dígitos se rechaza en lugar de redondearse a escondidas; dé los importes como texto, o en centavos hasta el final.',
    right: line({ ValorUnitario: '0.30' }),
  },
  {
    title: 'Una devolución como importe negativo',
    wrong: line({ ValorUnitario: '-100.00' }),
    meaning:
      'Ningún importe lleva signo. Lo que se devuelve o se rebaja después es una nota de crédito: [`notaDeCredito`](builders.md) la hace. Los demás hallazgos salen del mismo signo.',
    right: line({ ValorUnitario: '100.00' }),
  },
  {
    title: 'El total calculado por su cuenta',
    wrong: { Total: '230.00' },
    meaning:
      'El SAT lo vuelve a sumar. `"AUTO"`, o dejarlo fuera con `complete: true`, evita la cuenta.',
    right: { Total: 'AUTO' },
  },
  {
    title: 'El precio dos veces',
    wrong: line({ PrecioConImpuestos: 116 }),
    meaning:
      'O lo que cobró (PrecioConImpuestos) o el precio antes de impuestos (ValorUnitario): uno se obtiene del otro.',
    right: line({ PrecioConImpuestos: 116, ValorUnitario: null }),
  },
  {
    title: 'La tasa en por ciento',
    wrong: traslado({ TasaOCuota: '16' }),
    meaning: 'Una tasa es una fracción con seis decimales: el 16 % es 0.160000.',
    right: traslado({ TasaOCuota: '0.160000' }),
  },
  {
    title: 'Una tasa que no existe',
    wrong: traslado({ TasaOCuota: '0.150000' }),
    meaning:
      'Las tasas son las de c_TasaOCuota: de IVA, 0, 8 y 16 por ciento. Un descuento no se hace con la tasa.',
    right: traslado({ TasaOCuota: '0.160000' }),
  },
  {
    title: 'Una retención entre los traslados',
    wrong: traslado({ Impuesto: '001' }),
    meaning: 'El ISR (001) no se traslada, se retiene: va en Retenciones.',
    right: line({
      Impuestos: {
        Traslados: [{ Impuesto: '002' }],
        Retenciones: [{ Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.012500' }],
      },
    }),
  },
  {
    title: 'Objeto de impuesto, sin impuestos',
    wrong: line({ Impuestos: null }),
    meaning:
      'ObjetoImp 02 promete impuestos y no los hay. Lo exento también va, con TipoFactor Exento; lo que no es objeto es 01.',
    right: line({ Impuestos: null, ObjetoImp: '01' }),
  },
  {
    title: 'La unidad, por su nombre de siempre',
    wrong: line({ ClaveUnidad: 'PZA' }),
    meaning:
      'La unidad es una clave de c_ClaveUnidad: la pieza es H87. El nombre de siempre puede ir, aparte, en Unidad.',
    right: line({ ClaveUnidad: 'H87', Unidad: 'PZA' }),
  },
  {
    title: 'Un producto inventado',
    wrong: line({ ClaveProdServ: '12345678' }),
    meaning:
      'Las claves se buscan por palabras: `npx cfdi-stamp catalog c_ClaveProdServ guitarra`, o [en el programa](catalogs.md). Si de verdad no hay una, 01010101.',
    right: line({ ClaveProdServ: '01010101' }),
  },
  {
    title: 'La barra vertical',
    wrong: line({ Descripcion: 'Guitarra | roja' }),
    meaning:
      'El carácter | separa los datos de la cadena original, y por eso ningún dato lo lleva.',
    right: line({ Descripcion: 'Guitarra, roja' }),
  },
  {
    title: '"AUTO" donde nada lo dice',
    wrong: { Receptor: { UsoCFDI: 'AUTO' } },
    meaning:
      'El uso lo decide quien recibe, y nadie más lo sabe. [Todo lo que puede decir "AUTO"](auto.md) es una lista.',
    right: { Receptor: { UsoCFDI: 'G03' } },
  },
]

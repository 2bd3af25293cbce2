/**
 * The texts of `complements.md` in both languages. The comment above a member is its meaning, in
 * Spanish.
 * @module
 */

/** Texts around the declarations and for their facets. */
export interface Words {
  readonly folder: string
  /** The line of a page that leads to its declaration and to the index. */
  readonly legend: (file: string) => string
  readonly title: string
  readonly intro: readonly string[]
  readonly summary: readonly string[]
  readonly attributes: readonly string[]
  readonly types: string
  readonly typesOf: string
  readonly typeHead: readonly string[]
  readonly yes: string
  readonly no: string
  readonly never: string
  readonly since: (day: string) => string
  readonly between: (first: string, last: string) => string
  readonly about: (title: string, comment: string) => string
  readonly names: (namespace: string, prefix: string, xsd: string) => string
  readonly text: string
  readonly textOf: string
  readonly list: string
  readonly all: string
  readonly interleaved: string
  readonly oneOf: (names: string) => string
  readonly nonEmpty: string
  readonly mixed: string
  readonly complements: string
  readonly free: string
  readonly notInCadena: string
  readonly emptyInCadena: string
  readonly preserve: string
  readonly decimals: (most: number) => string
  readonly digits: (most: number) => string
  readonly from: (least: string) => string
  readonly to: (most: string) => string
  readonly without: (bar: string) => string
  readonly exactly: (length: number) => string
  readonly atLeast: (length: number) => string
  readonly lengths: (least: number, most: number) => string
}

export const en: Words = {
  folder: '../../',
  legend: (file) =>
    `Declared in [${file}](../../../${file}). [Legend, types and other documents](../complements.md).`,
  title: '# Documents and complements',
  intro: [
    'A page a document, with every element and attribute, its use, type and catalogue. `npm run generate` writes these pages from the declarations in `src/sat`; do not edit them. The meaning of an attribute is in Spanish, as an editor shows it and as it is printed.',
    '**Use**: `1` required, `0..1` optional, `n..m` how many. An element marked *list* is, in JSON, the array of its items. **Type**: the type in the XSD; names beginning with `t_` are [at the end](#types). White space around and within values is collapsed before validation, unless the type is *as it is*.',
  ],
  summary: [
    'Complement',
    'Version',
    'Hangs from',
    'Types',
    'Status',
    'Documents of',
    'In the cadena',
    'Declared in',
  ],
  attributes: ['Attribute', 'Use', 'Type', 'Catalogue', 'Meaning'],
  types: '## Types',
  typesOf: 'Of `tdCFDI.xsd`.',
  typeHead: ['Name', 'Type'],
  yes: 'yes',
  no: 'no',
  never: 'no day of CFDI 4.0',
  since: (day) => `since ${day}`,
  between: (first, last) => `${first} to ${last}`,
  about: (_, comment) => comment,
  names: (namespace, prefix, xsd) => `Namespace ${namespace}, prefix ${prefix}. XSD: <${xsd}>`,
  text: 'text',
  textOf: 'The text of the element.',
  list: '*list*',
  all: 'children in any order',
  interleaved: 'children in any order, any number of times',
  oneOf: (names) => `only one of ${names}`,
  nonEmpty: 'at least one child',
  mixed: 'text between its children means nothing',
  complements: 'complements',
  free: 'any XML',
  notInCadena: ' Not in the cadena.',
  emptyInCadena: ' Absent, it leaves an empty field in the cadena.',
  preserve: '*as it is*',
  decimals: (most) => `up to ${most} decimals`,
  digits: (most) => `up to ${most} digits`,
  from: (least) => `from ${least}`,
  to: (most) => `to ${most}`,
  without: (bar) => `without ${bar}`,
  exactly: (length) => `${length} characters`,
  atLeast: (length) => `at least ${length} characters`,
  lengths: (least, most) => `${least} to ${most} characters`,
}

/** Description of each declaration, by its title in the page. */
const abouts: Readonly<Record<string, string>> = {
  'Comprobante 4.0':
    'CFDI 4.0 (Anexo 20 de la RMF, `cfdv40.xsd`): el Comprobante y todo lo que hay en él, salvo sus complementos.',
  'Pagos 2.0':
    'El recibo de pagos («REP», `Pagos20.xsd`): qué se pagó, cuándo y cómo, y qué facturas con método PPD salda cada pago, con los impuestos que eso causa. Se publicó con CFDI 4.0 (2022-01-01), y desde el 2023-04-01 es el único que se admite; sus reglas son las de la Revisión B, vigente desde el 2024-01-15. El comprobante que lo rodea es un molde: total 0, moneda XXX, un concepto «Pago».',
  'Pagos 1.0':
    'El recibo de pagos de CFDI 3.3 (`Pagos10.xsd`), que Pagos 2.0 reemplazó el 2023-04-01. Se lee y se verifica en documentos anteriores, y ya no se timbra; la transformación de CFDI 4.0 no tiene plantilla para él.',
  'Nomina 1.2':
    'El recibo de nómina (`nomina12.xsd`): lo que un patrón paga a un trabajador, a un asimilado, a un pensionado o a quien se va, y lo que se retiene; importes en pesos con dos decimales. Vigente desde el 2017-01-01; sus reglas son las de la Revisión E, vigente desde el 2026-01-01. Un comprobante puede llevar varias.',
  'CartaPorte 3.1':
    'Carta Porte (`CartaPorte31.xsd`), desde el 2024-07-17: mercancías que viajan por carretera, mar, aire o tren, con un CFDI de ingreso (el servicio del transportista) o de traslado (mercancía propia).',
  'CartaPorte 3.0':
    'Carta Porte (`CartaPorte30.xsd`), del 2023-11-25 al 2024-07-16: como la 3.1, con un solo régimen aduanero, en un atributo, y los remolques de un transbordador junto a sus vehículos y no dentro de ellos.',
  'CartaPorte 2.0':
    'Carta Porte (`CartaPorte20.xsd`), hasta el 2024-03-31, al final junto con la 3.0 (SAT, Comunicado 001/2024): sin IdCCP, regímenes aduaneros ni los datos del regulador sanitario; los pedimentos van directamente en cada mercancía; los contenedores son obligatorios por mar.',
  'ComercioExterior 2.0':
    'Mercancía que sale del país en definitiva, con un pedimento de clave A1 (`ComercioExterior20.xsd`): quién la envía, quién la recibe, a dónde va, y cada bien con su fracción arancelaria y su valor en dólares. Obligatorio desde el 2024-01-18. Va con Exportacion 02, y puede ir con 04.',
  'ComercioExterior 1.1':
    'Comercio Exterior (`ComercioExterior11.xsd`), que la 2.0 reemplazó el 2024-01-18. Se lee y se verifica en documentos anteriores, y ya no se timbra.',
  'ImpuestosLocales 1.0':
    'Impuestos y derechos de estados y municipios («otros derechos e impuestos», `implocal.xsd`), como el de hospedaje o el cinco al millar de las obras públicas. Sus dos totales entran en el Total del comprobante.',
  'Donatarias 1.1':
    'La autorización con que una organización recibe un donativo deducible, y las palabras que la ley pide (`donat11.xsd`).',
  'Divisas 1.0':
    'Si la moneda extranjera del comprobante se compra o se vende, para quienes se dedican al cambio (`divisas.xsd`).',
  'LeyendasFiscales 1.0':
    'Las palabras que alguna disposición fiscal quiere en un comprobante, de cualquier tipo (`leyendasFisc.xsd`).',
  'PFintegranteCoordinado 1.0':
    'Persona Física Integrante de Coordinado (`pfic.xsd`): el vehículo detrás del comprobante de un coordinado de autotransporte, y su integrante que eligió pagar impuestos por su cuenta.',
  'TuristaPasajeroExtranjero 1.0':
    'Quién es un pasajero extranjero, y el viaje en que se le venden los bienes del comprobante (`TuristaPasajeroExtranjero.xsd`).',
  'instEducativas 1.0':
    'Instituciones Educativas Privadas, «iedu» (`iedu.xsd`): el alumno cuya colegiatura cobra un concepto, para que quien la paga la deduzca del ISR.',
  'VentaVehiculos 1.1':
    'La clave y el número de un vehículo nuevo que vende un concepto, y el pedimento con que se importó él o una parte (`ventavehiculos11.xsd`). Para quienes fabrican, ensamblan, importan o venden vehículos.',
  'PorCuentadeTerceros 1.1':
    'El tercero por cuya cuenta se cobra un concepto, con sus impuestos (`terceros11.xsd`). CFDI 4.0 tiene para esto el nodo ACuentaTerceros del concepto, y una transformación sin plantilla para este complemento, que por eso no agrega nada a la cadena original; el SAT no lo ha retirado.',
  'INE 1.1':
    'El proceso electoral, el comité y la contabilidad a que pertenece una venta a un partido, coalición o candidato, para que el Instituto Nacional Electoral fiscalice el gasto (`ine11.xsd`).',
  'detallista AMC8.1':
    'Detallista 1.3.1 (`detallista.xsd`): una factura a una cadena de tiendas, como la quiere el mensaje AMC8.1 de AMECE. Su atributo de versión es `documentStructureVersion`; su vocabulario es el de GS1, en inglés. La transformación del SAT lee poco de él, con su propia lista de rutas (véase `cadena`, al final): la versión del documento, los pedidos, el GLN de ambas partes, el total y los totales de descuentos. Trata como obligatorios buyer/gln, seller y totalAmount, así que cada uno que falta deja un campo vacío. Ningún renglón entra en la cadena.',
  'Aerolineas 1.0':
    'Lo que un boleto de avión cobra además del transporte: la tarifa de uso de aeropuerto (TUA) y otros cargos por su código IATA (`aerolineas.xsd`).',
  'NotariosPublicos 1.0':
    'La venta de un inmueble, o una servidumbre, ante notario (`notariospublicos.xsd`). Su factura es comprobante de la escritura para ambas partes.',
  'VehiculoUsado 1.0':
    'El vehículo usado que una agencia toma a cuenta de uno nuevo (`vehiculousado.xsd`).',
  'parcialesconstruccion 1.0':
    'Servicios Parciales de Construcción de vivienda, exentos de IVA (`servicioparcialconstruccion.xsd`).',
  'renovacionysustitucionvehiculos 1.0':
    'Los camiones y autobuses viejos que un transportista entrega, para que se destruyan, como parte del precio de uno más nuevo, según uno u otro de dos decretos (`renovacionysustitucionvehiculos.xsd`).',
  'certificadodedestruccion 1.0':
    'Con él, la factura de un centro autorizado que destruye un vehículo es su certificado (`certificadodedestruccion.xsd`).',
  'obrasarteantiguedades 1.0':
    'Obras de Artes Plásticas y Antigüedades (`obrasarteantiguedades.xsd`): lo que quien comercia con ellas dice de la pieza. Un atributo lleva acento en su nombre.',
  'PagoEnEspecie 1.0':
    'El museo o la institución que recibe la obra de un artista que paga sus impuestos con su arte (`pagoenespecie.xsd`).',
  'ValesDeDespensa 1.0':
    'Lo que un emisor de tarjetas de vales depositó a cada trabajador de su cliente, en la factura de su servicio (`valesdedespensa.xsd`). Sus atributos empiezan con minúscula; el nodo Conceptos, no.',
  'ConsumoDeCombustibles 1.1':
    'El combustible que se compró con monederos electrónicos, en el CFDI de egreso con que su emisor liquida a la gasolinera (`consumodeCombustibles11.xsd`). Sus atributos empiezan con minúscula; sus nodos, con mayúscula.',
  'EstadoDeCuentaCombustible 1.2':
    'El combustible que un cliente compró con monederos electrónicos, en la factura de su emisor; con ella lo deduce (`ecc12.xsd`).',
  'GastosHidrocarburos 1.0':
    'Lo que el operador de un consorcio cobra a cada integrante por los costos de un contrato de exploración y extracción, con los documentos que los prueban (`GastosHidrocarburos10.xsd`). La transformación del SAT trata como obligatorios MontoTotalIVA y FechaFolioFiscalVinculado, y el XSD no: el que falta deja un campo vacío en la cadena.',
  'IngresosHidrocarburos 1.0':
    'Lo que cada integrante de un consorcio cobra a su operador por su parte de la contraprestación de un contrato de exploración y extracción (`IngresosHidrocarburos.xsd`).',
  'acreditamientoIEPS 1.0':
    'La terminal de almacenamiento y reparto (TAR) donde un distribuidor o una gasolinera compró la mayor parte del diésel que vende el concepto, con lo que el comprador acredita el impuesto (`AcreditamientoIEPS10.xsd`). La transformación del SAT no tiene plantilla para él: no agrega nada a la cadena original.',
  'HidroYPetro 1.0':
    'El permiso con que se vende el diésel o la gasolina de un concepto, y qué producto es (`hidrocarburospetroliferos.xsd`). Se publicó el 2026-03-25 y es obligatorio desde el 2026-04-24 en I y E para las claves de producto 15101505, 15101514 y 15101515; los permisos PER09 a PER11, desde la Revisión A (2026-04-23).',
  'CFDIRegistroFiscal 1.0':
    'El folio de un comprobante que un contribuyente emitió con la aplicación del SAT («Mis cuentas»), sellado con el certificado del SAT (`cfdiregistrofiscal.xsd`). Va con cualquier otro complemento: es el único que los estándares de Pagos y Nómina dejan a su lado.',
  Complemento_SPEI:
    'SPEI de tercero a tercero (`spei.xsd`), sin versión: los comprobantes electrónicos de pago (CDA) de transferencias bancarias. Ya no está vigente, y no entra en la cadena.',
  'EstadoDeCuentaBancario 1.0':
    'Los movimientos de una cuenta bancaria (`ecb.xsd`). Ya no está vigente, y no entra en la cadena. Las dos clases de movimiento pueden alternarse en el XML; en JSON cada una es su propia lista.',
  'TimbreFiscalDigital 1.1':
    'Lo que el PAC agrega cuando certifica un CFDI (`TimbreFiscalDigitalv11.xsd`).',
  'Retenciones 2.0':
    'Retenciones e información de pagos 2.0 (`retencionpagov2.xsd`): lo que se retiene en un periodo, y la información de pagos. Un programa la registra: `documents: [retenciones20]`.',
  'ServiciosPlataformasTecnologicas 1.0':
    'Servicios que se venden por medio de una plataforma tecnológica, con sus retenciones de ISR e IVA (`ServiciosPlataformasTecnologicas10.xsd`).',
  'Dividendos 1.0': 'Dividendos y utilidades que se distribuyen (`dividendos.xsd`).',
  'Intereses 1.0': 'Intereses nominales y reales que se pagan (`intereses.xsd`).',
  'Pagosaextranjeros 1.0': 'Pagos a residentes en el extranjero (`pagosaextranjeros.xsd`).',
  'Premios 1.0': 'Premios de loterías, rifas, sorteos y concursos (`premios.xsd`).',
  'EnajenaciondeAcciones 1.0':
    'Ganancia y pérdida de la enajenación de acciones (`enajenaciondeacciones.xsd`).',
  'Planesderetiro 1.1':
    'Aportaciones a planes personales de retiro, y sus retiros (`planesderetiro11.xsd`).',
  'Planesderetiro 1.0':
    'La versión de Retenciones 1.0 (`planesderetiro.xsd`): se lee, y ya no se timbra.',
  'SectorFinanciero 1.0':
    'El fideicomiso por el que actúa una institución financiera (`sectorfinanciero.xsd`).',
  'Arrendamientoenfideicomiso 1.0':
    'Ingresos de los inmuebles que arrienda un fideicomiso (`arrendamientoenfideicomiso.xsd`).',
  'Fideicomisonoempresarial 1.0':
    'Ingresos y egresos de un fideicomiso sin actividades empresariales (`fideicomisonoempresarial.xsd`).',
  'Intereseshipotecarios 1.0':
    'Intereses reales deducibles de un crédito hipotecario (`intereseshipotecarios.xsd`).',
  'Operacionesconderivados 1.0':
    'Ganancia y pérdida de operaciones financieras derivadas (`operacionesconderivados.xsd`).',
}

/** Throws when a declaration has no Spanish description. */
function aboutOf(title: string): string {
  const about = abouts[title]
  if (about === undefined)
    throw new Error(
      `tools/generate/parts/complementsWords.ts has no Spanish description of ${title}`,
    )
  return about
}

export const es: Words = {
  folder: '../../',
  legend: (file) =>
    `Se declara en [${file}](../../../${file}). [Leyenda, tipos y otros documentos](../complements.md).`,
  title: '# Documentos y complementos',
  intro: [
    'Una página por comprobante o complemento, con cada nodo y atributo, su uso, tipo y catálogo. `npm run generate` las escribe a partir de las declaraciones de `src/sat`; no se editan.',
    '**Uso**: `1` obligatorio, `0..1` opcional, `n..m` cuántos. Un nodo marcado como *lista* es, en JSON, la lista de sus elementos. **Tipo**: lo que dice el XSD; los nombres que empiezan con `t_` están [al final](#tipos). El espacio alrededor y dentro de los valores se reduce antes de validarlos, salvo donde el tipo dice *tal cual*.',
  ],
  summary: [
    'Complemento',
    'Versión',
    'Cuelga de',
    'Tipos',
    'Estado',
    'Documentos',
    'En la cadena',
    'Se declara en',
  ],
  attributes: ['Atributo', 'Uso', 'Tipo', 'Catálogo', 'Significado'],
  types: '## Tipos',
  typesOf: 'De `tdCFDI.xsd`.',
  typeHead: ['Nombre', 'Tipo'],
  yes: 'sí',
  no: 'no',
  never: 'ningún día de CFDI 4.0',
  since: (day) => `desde ${day}`,
  between: (first, last) => `${first} a ${last}`,
  about: aboutOf,
  names: (namespace, prefix, xsd) =>
    `Espacio de nombres ${namespace}, prefijo ${prefix}. XSD: <${xsd}>`,
  text: 'texto',
  textOf: 'El texto del nodo.',
  list: '*lista*',
  all: 'hijos en cualquier orden',
  interleaved: 'hijos en cualquier orden, cualquier número de veces',
  oneOf: (names) => `solo uno de ${names}`,
  nonEmpty: 'al menos un hijo',
  mixed: 'el texto entre sus hijos no significa nada',
  complements: 'complementos',
  free: 'cualquier XML',
  notInCadena: ' No entra en la cadena.',
  emptyInCadena: ' Si falta, deja un campo vacío en la cadena.',
  preserve: '*tal cual*',
  decimals: (most) => `hasta ${most} decimales`,
  digits: (most) => `hasta ${most} dígitos`,
  from: (least) => `desde ${least}`,
  to: (most) => `hasta ${most}`,
  without: (bar) => `sin ${bar}`,
  exactly: (length) => `${length} caracteres`,
  atLeast: (length) => `al menos ${length} caracteres`,
  lengths: (least, most) => `${least} a ${most} caracteres`,
}

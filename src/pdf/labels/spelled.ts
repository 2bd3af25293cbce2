/**
 * Splits a name into words: `NumeroPedimento` is «Número de pedimento». Restores accents and
 * abbreviated words.
 * @module
 */

/** Spelling of words; an abbreviation may stand for several. */
const words: Readonly<Record<string, string>> = {
  adquisicion: 'adquisición',
  aduanero: 'aduanero',
  aereo: 'aéreo',
  ambito: 'ámbito',
  anio: 'año',
  ant: 'anterior',
  apor: 'aportación',
  arq: 'arqueo',
  arqueo: 'arqueo',
  aseg: 'aseguradora',
  aut: 'autorización',
  ben: 'beneficiario',
  cad: 'cadena',
  calle: 'calle',
  codigo: 'código',
  comite: 'comité',
  conoc: 'conocimiento de',
  cta: 'cuenta',
  curp: 'CURP',
  cve: 'clave',
  cves: 'claves de',
  cvm: 'CVM',
  desc: 'descripción',
  descrip: 'descripción de la',
  dias: 'días',
  dist: 'distancia',
  doc: 'documento',
  docto: 'documento',
  dolares: 'dólares',
  embarc: 'embarcación',
  emp: 'empresa',
  ent: 'entidad',
  esp: 'especiales',
  especificas: 'específicas',
  ext: 'extranjero',
  farmaceutica: 'farmacéutica',
  fed: 'federativa',
  folio: 'folio',
  generica: 'genérica',
  guia: 'guía',
  guias: 'guías de',
  id: 'ID',
  ident: 'identificación',
  imp: 'importe',
  impo: 'importador',
  internac: 'internacional',
  kg: 'kg',
  linea: 'línea',
  logistica: 'logística',
  maritimo: 'marítimo',
  matricula: 'matrícula',
  med: 'medio',
  mens: 'mensual',
  merc: 'mercancía',
  mercancias: 'mercancías',
  metodo: 'método',
  nivel: 'nivel',
  no: 'no. de',
  nom: 'nombre',
  nomina: 'nómina',
  notaria: 'notaría',
  num: 'no. de',
  numero: 'número',
  nums: 'números',
  ord: 'ordinario',
  pais: 'país',
  ped: 'pedimento',
  perm: 'permiso',
  plag: 'plaguicida',
  poliza: 'póliza',
  pza: 'piezas',
  prod: 'producto',
  quimico: 'químico',
  razon: 'razón',
  rec: 'recorrida',
  recoleccion: 'recolección',
  reg: 'registro',
  regimen: 'régimen',
  regimenes: 'regímenes',
  rel: 'relación',
  rem: 'remolque',
  resp: 'responsabilidad',
  rfc: 'RFC',
  san: 'sanitario',
  serv: 'servicio',
  sol: 'solicitud',
  tecn: 'técnica',
  temp: 'temporal',
  titulo: 'título',
  titulos: 'títulos',
  transito: 'tránsito',
  transp: 'transporte',
  trib: 'tributaria',
  trafico: 'tráfico',
  ubicacion: 'ubicación',
  ultimo: 'último',
  uuid: 'UUID',
  vacio: 'vacío',
  veh: 'vehículo',
  vehiculo: 'vehículo',
  vehiculos: 'vehículos',
  via: 'vía',
}

/** In Pagos and Carta Porte: the last letters of a name that repeat its node. */
export const suffix = /(?<=[a-záéíóúñ])(DR|P|CCP|VM)$/

/**
 * Boundaries of words in a name: before a capital after a small letter or a digit, and before the
 * last of several capitals.
 */
const seams =
  /(?<=[a-záéíóúüñ0-9])(?=[A-ZÁÉÍÓÚÑ])|(?<=[A-ZÁÉÍÓÚÑ])(?=[A-ZÁÉÍÓÚÑ][a-záéíóúüñ])|[_-]+/

/** Nouns followed by «de»: «tipo de contrato», but «fecha final». */
const ofSomething =
  /^(tipo|clave|fecha|nombre|lugar|unidad|motivo|código|CURP|RFC) (?!de |del |al |a |final|inicial|unitario|bruto)/i

/** Splits a name into words. */
export function spelled(name: string): string {
  const text = name
    .replace(suffix, '')
    .split(seams)
    .map(labelWord)
    .join(' ')
    .trim()
    .replace(ofSomething, '$1 de ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function labelWord(word: string): string {
  const small = word.toLowerCase()
  if (Object.hasOwn(words, small)) return words[small] as string
  if (/^[A-ZÑ]{2,}$/.test(word)) return word
  return small.replace(/([cs])ion$/, '$1ión')
}

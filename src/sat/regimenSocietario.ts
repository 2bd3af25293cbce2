/**
 * The company regime at the end of a registered name ("SA DE CV"), which CFDI 4.0 excludes (Anexo
 * 20, Emisor.Nombre).
 * @module
 */

/** Regimes at the end of a name, without dots or commas. The longest match wins. */
export const regimenesSocietarios: readonly string[] = [
  'SOCIEDAD ANONIMA PROMOTORA DE INVERSION DE CAPITAL VARIABLE',
  'SOCIEDAD ANONIMA BURSATIL DE CAPITAL VARIABLE',
  'SOCIEDAD ANONIMA PROMOTORA DE INVERSION',
  'SOCIEDAD DE RESPONSABILIDAD LIMITADA DE CAPITAL VARIABLE',
  'SOCIEDAD POR ACCIONES SIMPLIFICADA DE CAPITAL VARIABLE',
  'SOCIEDAD DE PRODUCCION RURAL DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD DE PRODUCCION RURAL DE RESPONSABILIDAD ILIMITADA',
  'SOCIEDAD DE RESPONSABILIDAD LIMITADA MICROINDUSTRIAL',
  'SOCIEDAD ANONIMA DE CAPITAL VARIABLE',
  'SOCIEDAD COOPERATIVA DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD COOPERATIVA LIMITADA',
  'SOCIEDAD DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD POR ACCIONES SIMPLIFICADA',
  'SOCIEDAD EN COMANDITA SIMPLE',
  'SOCIEDAD EN COMANDITA POR ACCIONES',
  'SOCIEDAD EN NOMBRE COLECTIVO',
  'INSTITUCION DE ASISTENCIA PRIVADA',
  'INSTITUCION DE BENEFICENCIA PRIVADA',
  'ASOCIACION EN PARTICIPACION',
  'SOCIEDAD ANONIMA',
  'SOCIEDAD CIVIL',
  'ASOCIACION CIVIL',
  'SAPI DE CV SOFOM ENR',
  'SAPI DE CV SOFOM ER',
  'SA DE CV SOFOM ENR',
  'SA DE CV SOFOM ER',
  'SA DE CV SOFOL',
  'SAB DE CV SOFOM ENR',
  'SA INSTITUCION DE BANCA MULTIPLE',
  'SAPI DE CV',
  'SAPIB DE CV',
  'SAB DE CV',
  'SAS DE CV',
  'SA DE CV',
  'SA DE RL DE CV',
  'S DE RL DE CV',
  'S DE RL DE IP DE CV',
  'S DE RL DE IP',
  'S DE RL MI',
  'S DE RL',
  'S DE CV',
  'SRL DE CV',
  'SRL',
  'SC DE RL DE CV',
  'SC DE P DE RL DE CV',
  'SC DE P DE RL',
  'SC DE RL',
  'SC DE CV',
  'SC DE P',
  'SCL DE CV',
  'SCL',
  'SPR DE RL DE CV',
  'SPR DE RI DE CV',
  'SPR DE RL',
  'SPR DE RI',
  'SPR DE R ILIMITADA',
  'S EN C POR A DE CV',
  'S EN C POR A',
  'S EN C DE CV',
  'S EN C',
  'S EN NC DE CV',
  'S EN NC',
  'SAPI',
  'SAPIB',
  'SAB',
  'SAS',
  'SGC',
  'SA',
  'SC',
  'AC',
  'AR',
  'ABP',
  'IAP',
  'IBP',
  'AP',
]

/** Without spaces: "S. A. DE C. V." is read as "SADECV". */
const spellings: ReadonlySet<string> = new Set(
  regimenesSocietarios.map((regimen) => regimen.replaceAll(' ', '')),
)
const longest = Math.max(...[...spellings].map(({ length }) => length))

/**
 * Removes the company regime from a registered name: `ESCUELA KEMPER URGATE SA DE CV` ->
 * `ESCUELA KEMPER URGATE`. Accepts dots, commas and accents in the regime. A name that would become
 * empty stays unchanged.
 */
export function removeRegimenSocietario(name: string): string {
  const words = name.trim().split(/\s+/)
  let kept = words.length
  let tail = ''
  for (let at = words.length - 1; at > 0 && tail.length <= longest; at--) {
    tail = plain(words[at] as string) + tail
    if (spellings.has(tail)) kept = at
  }
  if (kept === words.length) return name.trim()
  return words.slice(0, kept).join(' ').replace(/,$/, '')
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace(/[.,]/g, '').toUpperCase()
}

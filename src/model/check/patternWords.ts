/**
 * Describes XSD patterns in Spanish words that follow "debe …", so that messages contain no regular
 * expressions.
 * @module
 */
import {
  t_CURP,
  t_Fecha,
  t_FechaH,
  t_Pedimento,
  t_RFC,
  t_RFC_PF,
  t_RFC_PM,
  t_UUID,
} from '../types.js'

const rfc =
  'ser un RFC: 3 o 4 letras, fecha AAMMDD y homoclave, en mayúsculas y sin guiones ni espacios'
const rfcPersonaMoral =
  'ser el RFC de una persona moral: 3 letras, fecha AAMMDD y homoclave, en mayúsculas y sin guiones'
const curp = 'ser una CURP: 18 letras y dígitos, en mayúsculas'
const uuid = 'ser un UUID: 8-4-4-4-12 dígitos hexadecimales, con sus guiones'
const matricula = 'ser una matrícula en mayúsculas: letras, dígitos y guiones'
const fecha = 'ser una fecha que exista, AAAA-MM-DD'

/** Descriptions by pattern, in the SAT's own spelling. */
const known: ReadonlyMap<string | undefined, string> = new Map([
  [t_RFC.facets.pattern, rfc],
  [t_RFC_PM.facets.pattern, rfcPersonaMoral],
  [
    t_RFC_PF.facets.pattern,
    'ser el RFC de una persona física: 4 letras, fecha AAMMDD y homoclave, en mayúsculas',
  ],
  [`XEXX010101000|${t_RFC_PM.facets.pattern}`, `${rfcPersonaMoral}; o XEXX010101000`],
  ['[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?', rfc],
  ['[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9][A-Z,0-9][0-9,A-Z]', rfc],
  ['[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]{2}[0-9,A]', rfc],
  [t_CURP.facets.pattern, curp],
  [
    '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
    curp,
  ],
  [
    t_FechaH.facets.pattern,
    'ser la fecha y hora local, AAAA-MM-DDThh:mm:ss, sin Z ni zona ni fracciones de segundo',
  ],
  [t_Fecha.facets.pattern, `${fecha}, de 1900 a 2099, sin hora ni zona`],
  ['([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])', `${fecha}, sin hora ni zona`],
  [
    '((000[1-9])|(00[1-9][0-9])|(0[1-9][0-9]{2})|([1-9][0-9]{3}))-((0[1-9])|(1[012]))-((0[1-9])|([12][0-9])|(3[01]))',
    `${fecha}, sin zona`,
  ],
  ['(([01][0-9])|(2[0-3]))(:[0-5][0-9]){2}(\\.[0-9]+)?', 'ser una hora, hh:mm:ss, sin zona'],
  [t_UUID.facets.pattern, uuid],
  [
    `(${t_UUID.facets.pattern})|([0-9]{3}-[0-9]{2}-[0-9]{9})`,
    `${uuid}; o un folio de la forma 000-00-000000000`,
  ],
  [
    '[C]{3}[a-f0-9A-F]{5}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12}',
    'ser un UUID cuyos 3 primeros caracteres son CCC',
  ],
  [
    t_Pedimento.facets.pattern,
    'ser un pedimento de 15 dígitos en partes de 2, 2, 4 y 7, con dos espacios entre ellas: "15  48  3009  0001234"',
  ],
  ['[1-9][0-9]{0,2}', 'ser un número entero del 1 al 999, sin ceros a la izquierda'],
  [
    '(([1-9][0-9]{0,4})|[0])(.[0-9]{3})?',
    'tener hasta 5 enteros, sin ceros a la izquierda, y 3 decimales o ninguno',
  ],
  [
    '[0-9]{1,14}(.([0-9]{3}))',
    'ser un importe de hasta 14 enteros y 3 decimales, que no se omiten',
  ],
  [
    'P(([1-9][0-9]{0,3})|0)W|P([1-9][0-9]?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12][0-9]|3[01])D',
    'ser una antigüedad en semanas, "P107W", o en años, meses y días, "P2Y3M15D"',
  ],
  ['(OR|DE)[0-9]{6}', 'ser OR, en el origen, o DE, en el destino, y 6 dígitos: "OR000001"'],
  ['OR[0-9]{6}', 'ser OR y 6 dígitos: "OR000001"'],
  ['DE[0-9]{6}', 'ser DE y 6 dígitos: "DE000001"'],
  ['[0-9|]{6,7}', 'ser de 6 a 7 dígitos'],
  ['([0-9]{1,3}[/]){2}([0-9]{1,3})(cm|plg)', 'ser longitud/ancho/altura en cm o plg: "30/20/10cm"'],
  ['[^(?!.*\\s)-]{5,7}', 'ser una placa de 5 a 7 caracteres, sin guiones ni espacios'],
  ['(19[0-9]{2}|20[0-9]{2})', 'ser un año de 1900 a 2099'],
  ['IMO[0-9]{7}', 'ser IMO y 7 dígitos: "IMO1234567"'],
  ['([A-Z]|[0-9]|-){5,11}', matricula],
  ['([A-Z]|[0-9]|-|){5,10}', matricula],
  [
    '[A-Z0-9_]{10,50}',
    'ser una cuenta de 10 a 50 caracteres: dígitos, mayúsculas y guion bajo, sin espacios ni guiones',
  ],
  ['[0-9a-zA-Z]{5}', 'ser de 5 letras o dígitos'],
  ['[0-9a-zA-Z]{1,150}', 'ser de letras sin acento y dígitos, sin guiones ni espacios'],
  ['[A-Z][A-Z0-9]', 'ser una clave de pedimento: una letra mayúscula, y otra o un dígito'],
  ['[A-Z,Ñ]{3}', 'ser una clave de país de 3 letras mayúsculas'],
  ['0(00[1-9]|0[1-9][0-9]|1[0-4][0-9]|15[0-5])', 'ser una clave de tarea de 0001 a 0155'],
  [
    '[A-ZÑ&]{3}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z0-9]?[A-Z0-9]?[0-9A-Z]-(18|19|20)\\d\\d(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])-[0-9]{3}',
    'ser el RFC del museo, la fecha AAAAMMDD y 3 dígitos, con guiones entre ellos',
  ],
  ['PE-[0-9]{2}-[0-9]{5}', 'ser PE, 2 dígitos y 5 dígitos, con guiones entre ellos: "PE-26-00001"'],
  [
    '([A-Z]|[a-z]|[0-9]| |Ñ|ñ|!|"|%|&|\'|´|-|:|;|>|=|<|@|_|,|\\{|\\}|`|~|á|é|í|ó|ú|Á|É|Í|Ó|Ú|ü|Ü){1,150}',
    'ser un texto de letras, dígitos y puntuación usual',
  ],
])

/** Descriptions of families of patterns: characters without a bar, digits, amounts. */
const shapes: readonly (readonly [RegExp, (...sizes: string[]) => string])[] = [
  [
    /^\[\^\|\]\{(\d+),(\d+)\}$/,
    (least, most) => `tener entre ${least} y ${most} caracteres, y estar libre del carácter "|"`,
  ],
  [/^\[0-9\]\{(\d+)\}$/, (size) => `ser de ${size} dígitos`],
  [/^\[0-9\]\{(\d+),(\d+)\}$/, (least, most) => `ser de ${least} a ${most} dígitos`],
  [
    /^\[0-9\]\{1,(\d+)\}\(\.\(?\[0-9\]\{1,(\d)\}\)?\)(\??)$/,
    (whole, fraction, optional) =>
      `ser un importe de hasta ${whole} enteros y ${fraction} decimales, sin signo ni separadores${optional === '' ? '; al menos un decimal' : ''}`,
  ],
]

/** Describes a pattern; an unknown one gets a generic text. */
export function patternWords(pattern: string): string {
  const words = known.get(pattern)
  if (words !== undefined) return words
  for (const [shape, say] of shapes) {
    const match = shape.exec(pattern)
    if (match !== null) return say(...match.slice(1))
  }
  return unknownPattern
}

/** Description of unknown patterns. */
export const unknownPattern = 'tener la forma que pide el XSD'

/**
 * The texts of docs/es/auto.md, in both languages. Sources are described in Spanish, as in the
 * library.
 * @module
 */

/** Texts of the page around the rows, and in their cells. */
export interface AutoWords {
  readonly title: string
  readonly intro: (members: number) => readonly string[]
  readonly head: readonly string[]
  readonly others: string
  readonly othersHead: readonly string[]
  readonly rounding: (words: string) => string
  readonly settled: string
  readonly completed: string
  readonly left: string
  readonly derived: string
}

const roundings: Readonly<Record<string, string>> = {
  '': '',
  'a centavos': 'to cents',
  'a centavos, de modo que el Total sea lo cobrado con PrecioConImpuestos':
    'to cents, so that Total equals the charge with PrecioConImpuestos',
  'a los decimales de MonedaDR, o más si los importes los tienen':
    'to the decimals of MonedaDR, or more where the amounts have more',
  'a los decimales de MonedaP': 'to the decimals of MonedaP',
  'a los decimales de la moneda': 'to the decimals of the currency',
  'de modo que el Total sea lo cobrado': 'so that Total equals the charge',
  'en semanas completas': 'in whole weeks',
  'hasta cuatro decimales': 'up to four decimals',
  'hasta diez decimales, de modo que Monto alcance': 'up to ten decimals, so that Monto suffices',
  'hasta seis decimales': 'up to six decimals',
  'hasta tres decimales': 'up to three decimals',
}

/** Throws when a rounding has no words in English yet. */
function englishRounding(words: string): string {
  const english = roundings[words]
  if (english === undefined)
    throw new Error(`tools/generate/parts/autoWords.ts has no English for: ${words}`)
  return english
}

const es: AutoWords = {
  title: '# "AUTO"',
  intro: (members) => [
    `Lo que puede decir \`"AUTO"\` en un borrador: ${members} miembros, de qué se obtiene cada uno y cómo se redondea. Esta página se genera de las derivaciones (\`npm run generate\`); \`isDerived(ruta)\` responde lo mismo.`,
    '',
    'Los miembros se nombran por su ruta en el JSON, sin índices. **Si falta**: *se pone* sin pedirlo; *con `complete`* se pone si el motor se creó con `complete: true`; *no* se pone, hay que pedirlo. Un miembro que no debe existir en ese documento se quita, aunque diga `"AUTO"`. Cómo y por qué se redondea así: [rounding.md](rounding.md).',
  ],
  head: ['| miembro | se obtiene de | redondeo | si falta |', '|---|---|---|---|'],
  others: '## Lo que un borrador puede decir, y ningún documento tiene',
  othersHead: ['| miembro | qué es |', '|---|---|'],
  rounding: (words) => words,
  settled: 'se ajusta',
  completed: 'con `complete`',
  left: 'no',
  derived: 'se pone',
}

const en: AutoWords = {
  title: '# "AUTO"',
  intro: (members) => [
    `A draft may have \`"AUTO"\` in ${members} members. The table has the sources and the rounding of each. \`npm run generate\` writes this page from the derivations; \`isDerived(path)\` returns the same.`,
    '',
    'Members are named by their path in the JSON, without indices; their sources are in Spanish, the language of the messages. **If absent**: *filled in* always; *with `complete`*, if the engine was created with `complete: true`; *no*: it must be `"AUTO"`. The engine removes a member that the document must not have, also when it is `"AUTO"`. [rounding.md](rounding.md) explains the rounding.',
  ],
  head: ['| member | made from | rounding | if absent |', '|---|---|---|---|'],
  others: '## Members of drafts only',
  othersHead: ['| member | meaning |', '|---|---|'],
  rounding: englishRounding,
  settled: 'adjusted',
  completed: 'with `complete`',
  left: 'no',
  derived: 'filled in',
}

export const autoWords = { es, en }

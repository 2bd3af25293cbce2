/**
 * The words of docs/auto.md, in both languages. What a member is made from is said as the library says it, in Spanish.
 * @module
 */

/** What the page says around the rows, and in their cells. */
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
  'a los decimales de MonedaDR, o más si los importes los tienen':
    'to the decimals of MonedaDR, or more where the amounts have more',
  'a los decimales de MonedaP': 'to the decimals of MonedaP',
  'a los decimales de la moneda': 'to the decimals of the currency',
  'de modo que el Total sea lo cobrado': 'so that Total is what was charged',
  'en semanas completas': 'in whole weeks',
  'hasta cuatro decimales': 'up to four decimals',
  'hasta diez decimales, de modo que Monto alcance': 'up to ten decimals, so that Monto suffices',
  'hasta seis decimales': 'up to six decimals',
  'hasta tres decimales': 'up to three decimals',
}

/** Throws when a rounding has no words in English yet. */
function englishRounding(words: string): string {
  const english = roundings[words]
  if (english === undefined) throw new Error(`test/sat/derivationRows.words.ts has no English for: ${words}`)
  return english
}

const es: AutoWords = {
  title: '# "AUTO"',
  intro: (members) => [
    `Lo que puede decir \`"AUTO"\` en un borrador: ${members} miembros, de qué se obtiene cada uno y cómo se redondea. Esta página se genera de las derivaciones (\`npm test -- -u\`); \`isDerived(ruta)\` responde lo mismo.`,
    '',
    'Los miembros se nombran por su ruta en el JSON, sin índices. **Si falta**: *se pone* sin pedirlo; *con `complete`* se pone si el motor se creó con `complete: true`; *no* se pone, hay que pedirlo. Un miembro que no debe existir en ese documento se quita, aunque diga `"AUTO"`. Cómo y por qué se redondea así: [rounding.md](es/rounding.md).',
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
    `What may say \`"AUTO"\` in a draft: ${members} members, what each is made from and how it is rounded. This page is written from the derivations (\`npm test -- -u\`); \`isDerived(path)\` answers the same.`,
    '',
    'Members are named by their path in the JSON, without indices; what they are made from is in the words of the library, which speaks Spanish to those who invoice. **If absent**: *filled in* unasked; *with `complete`*, if the engine was created with `complete: true`; *no*: it must be asked for. A member that must not be in that document is taken away, also when it says `"AUTO"`. How and why it is rounded so: [rounding.md](../rounding.md).',
  ],
  head: ['| member | made from | rounding | if absent |', '|---|---|---|---|'],
  others: '## What a draft may say, and no document has',
  othersHead: ['| member | what it is |', '|---|---|'],
  rounding: englishRounding,
  settled: 'adjusted',
  completed: 'with `complete`',
  left: 'no',
  derived: 'filled in',
}

export const autoWords = { es, en }

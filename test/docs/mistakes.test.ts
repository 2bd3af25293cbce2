import { expect, it } from 'vitest'
import { findingsOf, messagesOfPrograms } from '../../tools/generate/mistakes.js'
import { documentMistakes } from '../../tools/generate/mistakes/documents.js'
import { englishMistakes } from '../../tools/generate/mistakes/mistakes.en.js'
import { programMistakes } from '../../tools/generate/mistakes/programs.js'

it('each is told in English, and nothing else is', () => {
  const titles = [...documentMistakes, ...programMistakes].map(({ title }) => title)
  expect(Object.keys(englishMistakes).sort()).toEqual([...titles].sort())
})

it('a draft without the mistake has no finding', () => {
  expect(findingsOf({})).toEqual([])
})

it.each(documentMistakes.map((one) => [one.title, one] as const))(
  '%s: is told, and its cure works',
  (_title, one) => {
    expect(findingsOf(one.wrong)).not.toEqual([])
    expect(findingsOf(one.right)).toEqual([])
  },
)

const messages = await messagesOfPrograms()

it.each(programMistakes.map(({ title }) => title))('%s: is told', (title) => {
  expect(messages.get(title)).not.toMatch(/timbrada|undefined|ReferenceError|SyntaxError/)
})

/**
 * Generated files are what `npm run generate` writes.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { differences, generatorNames } from '../tools/generate/parts/generators.js'

describe('npm run generate', () => {
  it.each(generatorNames)('%s: changes no file', async (name) => {
    const files = (await differences([name])).map(({ file }) => file)
    expect(files, 'run npm run generate').toEqual([])
  })
})

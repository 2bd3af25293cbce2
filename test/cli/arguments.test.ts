import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { cli } from './world.js'

describe('what was typed', () => {
  it('has a help of every command and of each of its options', async () => {
    const { exit, stdout } = await cli(['--help'])
    expect([exit, ...commands.filter(({ name }) => !stdout.includes(`  ${name} `))]).toEqual([0])
    for (const { name, options } of commands) {
      const help = await cli(['help', name])
      expect(help).toEqual(await cli([name, '--help']))
      expect(Object.keys(options).filter((option) => !help.stdout.includes(`--${option}`))).toEqual(
        [],
      )
    }
  })

  it('tells its version', async () => {
    expect(await cli(['--version'])).toEqual({ exit: 0, stdout: '1.2.3\n', stderr: '' })
  })

  it.each([
    [[], 'Uso: cfdi-stamp'],
    [['chek'], '¿Quiso decir check?'],
    [['toString'], 'No hay un comando toString.'],
    [['check', '--jsn'], '¿Quiso decir --json?'],
    [['check', '--__proto__'], 'no tiene la opción'],
    [['check', '--json=si', 'x'], '--json no lleva valor'],
    [['check', '--json', '--sarif', 'x'], 'no ambos'],
    [['verify', '--pac'], 'Falta el valor de --pac'],
    [['read', 'a', 'b'], 'un solo documento'],
    [['stamp', 'x.json'], 'dé --sandbox'],
    [['stamp', '--sandbox', '--cer', 'x.cer', 'fixtures/documents/egreso.json'], 'los dos'],
    [['explain'], 'Falta el código'],
    [['catalog', 'c_UsoCDFI'], '¿Quiso decir c_UsoCFDI?'],
    [['catalog', 'c_UsoCFDI', '--limit', '0'], '--limit debe ser'],
    [['csd', 'company.cer'], 'csd info'],
  ])('%j is misspelt', async (args, says) => {
    const { exit, stdout, stderr } = await cli(args)
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain(says)
  })

  it('of an option that is not understood does not repeat the value', async () => {
    const { stderr } = await cli(['stamp', '--passwort=secreto123'])
    expect(stderr).toContain('--password')
    expect(stderr).not.toContain('secreto123')
  })

  it('asks for a document where nothing is piped in', async () => {
    for (const name of ['check', 'read', 'write', 'cadena', 'verify'])
      expect(await cli([name], { isTerminal: true })).toMatchObject({ exit: 2, stdout: '' })
  })
})

/**
 * A folder of CSDs: chosen by RFC, renewed while it is in use, warned of, and never the reason that
 * a seal fails without a word.
 */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  type CsdFolderOptions,
  type CsdFolderWarning,
  openCsdFolder,
} from '../../src/node/csdFolder.js'
import { createAuthority, type Issued } from '../../src/pac/sandbox/authority.js'
import { folder } from '../programs.js'

const fixtures = new URL('../../fixtures/csd/', import.meta.url).pathname
const password = (file: string) => (file.startsWith('enye') ? 'contraseña' : '12345678a')
const put = (path: string, ...files: string[]) => {
  for (const file of files) copyFileSync(join(fixtures, file), join(path, file))
}

function opener(path: string, now = new Date('2026-11-21T12:00:00Z')) {
  const [warnings, time]: [CsdFolderWarning[], { now: Date }] = [[], { now }]
  const open = (options: Partial<CsdFolderOptions> = {}) =>
    openCsdFolder({
      folder: path,
      password,
      clock: () => time.now,
      onWarning: (warning) => warnings.push(warning),
      ...options,
    })
  const later = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms)
  }
  return { open, later, warnings }
}

/** The files of a CSD that was issued, its key without a pass phrase. */
function write(path: string, name: string, { certificateDer, privateKeyPkcs8 }: Issued): void {
  writeFileSync(join(path, `${name}.key`), privateKeyPkcs8)
  writeFileSync(join(path, `${name}.cer`), certificateDer)
}

describe('openCsdFolder', () => {
  it('opens pairs and .pfx, and gives each by its RFC', async () => {
    const path = folder({ 'notes.txt': 'x', 'alone.cer': 'x' })
    put(path, 'company.cer', 'company.key', 'enye.legacy.pfx')
    const { open, warnings } = opener(path)
    const csds = await open()
    expect(
      csds
        .list()
        .map(({ rfc }) => rfc)
        .sort(),
    ).toEqual(['PLO150312QT1', 'PÑA110620H80'])
    expect((await csds.signers('PÑA110620H80'))?.rfc).toBe('PÑA110620H80')
    expect(await csds.signers('EKU9003173C9')).toBeUndefined()
    expect(await csds.signers(undefined)).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('without an RFC it is that of the only one, counted once in however many files', async () => {
    const path = folder()
    put(path, 'company.cer', 'company.key', 'company.pfx')
    const csds = await opener(path).open()
    expect(csds.list()).toHaveLength(1)
    expect((await csds.signers(undefined))?.rfc).toBe('PLO150312QT1')
  })

  it('is read again when it was renewed: once the minute is over, or at once when asked', async () => {
    const path = folder()
    const holder = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' }
    const authority = createAuthority({ clock: () => new Date('2023-01-01T00:00:00Z') })
    const old = await authority.issueCsd({ ...holder, validTo: new Date('2026-12-01T00:00:00Z') })
    const renewed = await authority.issueCsd({
      ...holder,
      validFrom: new Date('2026-11-21T12:00:30Z'),
    })
    write(path, 'old', old)
    const { open, later, warnings } = opener(path)
    const csds = await open({ password: '' })
    const numberOf = async () => (await csds.signers(holder.rfc))?.noCertificado
    expect(await numberOf()).toBe(old.certificate.noCertificado)
    const expiring = {
      kind: 'expiring',
      rfc: holder.rfc,
      noCertificado: old.certificate.noCertificado,
    }
    expect(warnings).toMatchObject([expiring])
    write(path, 'renewed', renewed)
    expect(await numberOf()).toBe(old.certificate.noCertificado)
    await csds.refresh()
    // Not in force for another thirty seconds.
    expect(await numberOf()).toBe(old.certificate.noCertificado)
    later(60_000)
    expect(await numberOf()).toBe(renewed.certificate.noCertificado)
    rmSync(join(path, 'renewed.key'))
    later(60_000)
    expect(await numberOf()).toBe(old.certificate.noCertificado)
    expect(warnings).toHaveLength(1)
  })

  it('keeps what it had when a file is half written, says so once, and takes it when it is whole', async () => {
    const path = folder()
    put(path, 'company.cer', 'company.key')
    const { open, warnings } = opener(path)
    const csds = await open()
    writeFileSync(join(path, 'company.key'), 'half')
    await csds.refresh()
    await csds.refresh()
    expect((await csds.signers('PLO150312QT1'))?.rfc).toBe('PLO150312QT1')
    expect(warnings).toMatchObject([
      { kind: 'unreadable', file: 'company.cer, company.key', code: 'CSD_KEY_FILE' },
    ])
    put(path, 'company.key')
    await csds.refresh()
    expect([csds.list().length, warnings.length]).toEqual([1, 1])
  })

  it('goes on with what it had when the folder is gone', async () => {
    const path = folder()
    put(path, 'company.pfx')
    const { open, warnings } = opener(path)
    const csds = await open()
    rmSync(path, { recursive: true })
    await csds.refresh()
    expect(warnings).toEqual([{ kind: 'folder', code: 'ENOENT' }])
    expect(csds.list()).toHaveLength(1)
  })

  it('an expired one is given when there is no other, for the seal to say why it fails', async () => {
    const path = folder()
    put(path, 'company.pfx')
    const { open, warnings } = opener(path, new Date('2050-06-01T00:00:00Z'))
    expect((await (await open()).signers(undefined))?.rfc).toBe('PLO150312QT1')
    expect(warnings).toMatchObject([{ kind: 'expiring' }])
  })

  it('one of many that does not open is a warning; none at all is an error; neither tells a secret', async () => {
    const path = folder()
    put(path, 'company.pfx', 'efirma.pfx')
    const { open, warnings } = opener(path)
    expect((await open()).list()).toHaveLength(1)
    expect(warnings).toMatchObject([
      { kind: 'unreadable', file: 'efirma.pfx', code: 'CSD_IS_EFIRMA' },
    ])
    const error = await open({ password: 'hunter2' }).catch((one: unknown) => one)
    expect(error).toMatchObject({ name: 'CsdError', code: 'CSD_FOLDER' })
    const secret = () => Promise.reject(new Error('vault: token hunter2'))
    await expect(open({ password: secret })).rejects.toMatchObject({ code: 'CSD_FOLDER' })
    expect(inspect([error, warnings], { depth: 9 })).not.toMatch(/hunter2|cfdi-stamp-/)
  })

  it('a listener that throws costs nothing; a folder that is not there, and numbers that are none, do', async () => {
    const path = folder()
    put(path, 'company.pfx', 'efirma.pfx')
    const onWarning = () => {
      throw new Error('x')
    }
    expect((await opener(path).open({ onWarning })).list()).toHaveLength(1)
    await expect(opener('/nowhere').open()).rejects.toMatchObject({ code: 'CSD_FOLDER' })
    await expect(opener(path).open({ warnDays: -1 })).rejects.toThrow(TypeError)
    await expect(opener(path).open({ refreshAfter: Number.NaN })).rejects.toThrow(TypeError)
  })
})

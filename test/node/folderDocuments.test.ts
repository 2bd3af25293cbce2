/**
 * Documents in a folder pass the contract of documents, and stay in it.
 * @module
 */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolderDocuments } from '../../src/node/folderDocuments.js'
import type { DocumentKind } from '../../src/service/ports.js'
import { describeDocumentStore } from '../../src/service/storeContract.js'

const newFolder = () => mkdtemp(join(tmpdir(), 'documents-'))

describeDocumentStore(
  'documents in a folder',
  async () => {
    const folder = await newFolder()
    const open = () => createFolderDocuments(join(folder, 'new'))
    return {
      store: open(),
      second: open,
      restarted: open,
      close: () => rm(folder, { recursive: true }),
    }
  },
  { describe, it },
)

describe('documents in a folder', () => {
  it.each([
    ['xml', '../../../../../../../../../../etc/pass'],
    ['xml', 'x'],
    ['../xml', '6F1E9C4D-0000-4000-8000-000000000001'],
  ])('refuse to lead out of it: %s %s', async (kind, uuid) => {
    const documents = createFolderDocuments(await newFolder())
    await expect(async () =>
      documents.put(kind as DocumentKind, uuid, new Uint8Array()),
    ).rejects.toThrow(TypeError)
    await expect(documents.get(kind as DocumentKind, uuid)).rejects.toThrow(TypeError)
  })

  it.runIf(process.platform !== 'win32')(
    'follow no link inside it, and leave alone where it leads',
    async () => {
      const uuid = '6F1E9C4D-0000-4000-8000-000000000001'
      const name = `${uuid}.pdf`
      for (const planted of ['pdf', join('pdf', '6F')]) {
        const [folder, elsewhere] = [await newFolder(), await newFolder()]
        await mkdir(join(folder, planted, '..'), { recursive: true })
        await symlink(elsewhere, join(folder, planted))
        await mkdir(join(elsewhere, '6F'))
        await writeFile(join(elsewhere, name), 'secret')
        await writeFile(join(elsewhere, '6F', name), 'secret')
        const documents = createFolderDocuments(folder)
        await expect(documents.put('pdf', uuid, new Uint8Array(9))).rejects.toThrow('symbolic link')
        await expect(documents.get('pdf', uuid)).rejects.toThrow('symbolic link')
        expect(await readFile(join(elsewhere, '6F', name), 'utf8')).toBe('secret')
      }
      const [folder, elsewhere] = [await newFolder(), await newFolder()]
      await mkdir(join(folder, 'pdf', '6F'), { recursive: true })
      await writeFile(join(elsewhere, name), 'secret')
      await symlink(join(elsewhere, name), join(folder, 'pdf', '6F', name))
      const documents = createFolderDocuments(folder)
      await expect(documents.get('pdf', uuid)).rejects.toMatchObject({ code: 'ELOOP' })
      await documents.put('pdf', uuid, Uint8Array.of(1))
      expect(await documents.get('pdf', uuid)).toEqual(Uint8Array.of(1))
      expect(await readFile(join(elsewhere, name), 'utf8')).toBe('secret')
    },
  )

  it.runIf(process.platform !== 'win32')('may be reached by a link', async () => {
    const [folder, uuid] = [await newFolder(), '6F1E9C4D-0000-4000-8000-000000000001']
    await symlink(folder, `${folder}-link`)
    const documents = createFolderDocuments(`${folder}-link`)
    await documents.put('xml', uuid, Uint8Array.of(1))
    expect(await documents.get('xml', uuid)).toEqual(Uint8Array.of(1))
  })

  it('leave nothing beside them', async () => {
    const folder = await newFolder()
    const documents = createFolderDocuments(folder)
    for (let at = 0; at < 3; at++)
      await documents.put('xml', '6F1E9C4D-0000-4000-8000-000000000001', new Uint8Array(9))
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
    expect(files).toEqual([join('xml', '6F', '6F1E9C4D-0000-4000-8000-000000000001.xml')])
  })
})

/**
 * Documents in a folder pass the contract of documents, and stay in it.
 * @module
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
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
    return { store: open(), second: open, restarted: open, close: () => rm(folder, { recursive: true }) }
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
    await expect(async () => documents.put(kind as DocumentKind, uuid, new Uint8Array())).rejects.toThrow(TypeError)
    await expect(documents.get(kind as DocumentKind, uuid)).rejects.toThrow(TypeError)
  })

  it('leave nothing beside them', async () => {
    const folder = await newFolder()
    const documents = createFolderDocuments(folder)
    for (let at = 0; at < 3; at++) await documents.put('xml', '6F1E9C4D-0000-4000-8000-000000000001', new Uint8Array(9))
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
    expect(files).toEqual([join('xml', '6F', '6F1E9C4D-0000-4000-8000-000000000001.xml')])
  })
})

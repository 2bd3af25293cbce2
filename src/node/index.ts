/**
 * What needs Node: files, fetch.
 * @module
 */
export type { Csd, CsdFiles } from '../certificate/csd.js'
export type { Engine, EngineOptions } from '../engine/engine.js'
export type { Store } from '../engine/store.js'
export type { Send } from '../pac/adapter/adapter.js'
export type { Journal } from '../pac/journal.js'
export type { DocumentKind, DocumentStore } from '../service/ports.js'
export { type FileJournal, type FileJournalOptions, openFileJournal } from './fileJournal.js'
export { type FileStore, type FileStoreOptions, openFileStore } from './fileStore.js'
export { type CsdFolder, type CsdFolderOptions, type CsdFolderWarning, openCsdFolder } from './csdFolder.js'
export { type FileSource, openCsd } from './openCsd.js'
export { openPfx, type PfxFile } from './openPfx.js'
export { createFolderDocuments } from './folderDocuments.js'
export { createPublicSend, type Lookup, type PublicSendOptions, publicLookup } from './publicSend.js'
export { createSend, type SendOptions } from './send.js'
export { createWorkers, type Workers, type WorkersOptions } from './workers.js'

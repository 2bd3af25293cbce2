/**
 * Parts that require Node: files, sending.
 * @module
 */
export type { Csd, CsdFiles } from '../certificate/csd.js'
export type { Engine, EngineOptions } from '../engine/engine.js'
export type { Store } from '../engine/store.js'
export type { Send } from '../pac/adapter/adapter.js'
export type { Journal } from '../pac/journal.js'
export type { DocumentKind, DocumentStore } from '../service/ports.js'
export {
  type CsdFolder,
  type CsdFolderOptions,
  type CsdFolderWarning,
  openCsdFolder,
} from './csdFolder.js'
export { createFolderDocuments } from './folderDocuments.js'
export type { LogEvent } from './log/appendLog.js'
export { type FileJournal, type FileJournalOptions, openFileJournal } from './log/fileJournal.js'
export {
  type FileStore,
  type FileStoreEvent,
  type FileStoreJournal,
  type FileStoreOptions,
  openFileStore,
  type Renewable,
} from './log/fileStore.js'
export type { Identity } from './log/identityRecord.js'
export { acquireLock, type Lock } from './log/lockFile.js'
export { type Loss, type Salvage, salvageFileStore } from './log/salvage.js'
export { type FileSource, openCsd } from './openCsd.js'
export { openPfx, type PfxFile } from './openPfx.js'
export {
  createPacCertificates,
  type FolderPacCertificates,
  type PacCertificatesOptions,
} from './pacCertificates.js'
export {
  createPublicSend,
  type Lookup,
  type PublicSendOptions,
  publicLookup,
} from './publicSend.js'
export { createSend, type SendOptions } from './send.js'
export { createWorkers, type Workers, type WorkersOptions } from './workers.js'

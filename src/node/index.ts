/**
 * What needs Node: files, fetch.
 * @module
 */
export { type FileJournal, type FileJournalOptions, openFileJournal } from './fileJournal.js'
export { type FileSource, openCsd } from './openCsd.js'
export { createSend, type SendOptions } from './send.js'
export { createWorkers, type Workers, type WorkersOptions } from './workers.js'

/**
 * Ages and terms of the data that the library judges by.
 * @module
 */
export {
  type DataState,
  type DataSubject,
  type DatedData,
  type DatedDataOptions,
  dataSubjects,
  listDatedData,
} from './listDatedData.js'

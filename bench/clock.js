/**
 * The clock of the benchmark's worker threads.
 * @module
 */
export default { clock: () => new Date('2026-11-21T18:00:00Z') }

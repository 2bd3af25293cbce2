/**
 * What the worker threads of the bench bring of their own: its clock.
 * @module
 */
export default { clock: () => new Date('2026-11-21T18:00:00Z') }

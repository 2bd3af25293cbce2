/**
 * Bytes that own their memory, as platform functions require.
 * @module
 */

/**
 * `Uint8Array<ArrayBuffer>`. TypeScript before 5.7 has no such type argument, so the type is
 * inferred.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>

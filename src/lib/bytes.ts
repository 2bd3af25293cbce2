/**
 * Bytes that own their memory, which is what the platform's functions take.
 * @module
 */

/** `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot say: there the type takes no argument. */
export type Bytes = ReturnType<typeof Uint8Array.of>

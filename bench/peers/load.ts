/**
 * Other libraries, which may not be installed and bring types of all kinds or none.
 * @module
 */

/** What a package exports. */
// biome-ignore lint/suspicious/noExplicitAny: called as their documentation says, with nothing to hold it against
export type Peer = Record<string, any>

/** A peer by its name, looked for beside this file. Old modules have a default. */
export async function load(name: string): Promise<Peer> {
  const module: Peer = await import(name)
  return { ...module['default'], ...module }
}

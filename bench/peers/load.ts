// biome-ignore lint/suspicious/noExplicitAny: packages that may not be installed
export type Peer = Record<string, any>

/** A peer by its name, looked for beside this file. Old modules have a default. */
export async function load(name: string): Promise<Peer> {
  const module: Peer = await import(name)
  return { ...module['default'], ...module }
}

/**
 * A trie over the key order of objects. Objects with the same keys in the same order share a path,
 * so a verb computes its plan for their members once and reads it from the node, like hidden
 * classes of engines.
 *
 * Measured on Node 20: for-in reads a property in 5 ns, a look-up by a varying key takes 18 and a
 * Map 16 more.
 * @module
 */

/** Maximum cached nodes: objects with ever new key orders cost time, not memory. */
const budget = 2_000

/** The node after a sequence of keys. `Data` belongs to the last key, `Plan` to the whole path. */
export class KeyNode<Data, Plan> {
  readonly path: readonly string[]
  /** Data of the last key. Absent at the root. */
  readonly data: Data | undefined
  /** A verb's plan for objects whose keys end here. */
  plan: Plan | undefined = undefined
  /** The most recent next key and its node: compare with it before calling {@link find}. */
  key: string | undefined = undefined
  next: KeyNode<Data, Plan> | undefined = undefined
  readonly #known: (key: string) => Data | undefined
  readonly #count: { left: number }
  #others: Map<string, KeyNode<Data, Plan>> | undefined

  constructor(
    path: readonly string[],
    data: Data | undefined,
    known: (key: string) => Data | undefined,
    count: { left: number },
  ) {
    this.path = path
    this.data = data
    this.#known = known
    this.#count = count
  }

  /** Returns the node after one more key; undefined when the key is unknown. */
  find(key: string): KeyNode<Data, Plan> | undefined {
    let node = this.#others?.get(key)
    if (node === undefined) {
      const data = this.#known(key)
      if (data === undefined) return undefined
      node = createNode<Data, Plan>([...this.path, key], data, this.#known, this.#count)
      if (this.#count.left <= 0) return node
      this.#count.left--
      this.#others ??= new Map()
      this.#others.set(key, node)
    }
    this.key = key
    this.next = node
    return node
  }
}

/**
 * Creates the root of a trie. `known` returns the data of a key, or undefined when the element has
 * no such member.
 */
export function createKeyTrie<Data, Plan>(
  known: (key: string) => Data | undefined,
): KeyNode<Data, Plan> {
  return createNode<Data, Plan>([], undefined, known, { left: budget })
}

/** Outside the class: the compiler writes an alias for a class that names itself, which bundlers keep. */
function createNode<Data, Plan>(
  path: readonly string[],
  data: Data | undefined,
  known: (key: string) => Data | undefined,
  count: { left: number },
): KeyNode<Data, Plan> {
  return new KeyNode<Data, Plan>(path, data, known, count)
}

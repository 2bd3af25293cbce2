/**
 * The keys of an object, in the order they come, as a path in a trie. Objects built alike take the same path, so what a
 * verb needs to know about their members is found once and then read off the node, as hidden classes do for engines.
 *
 * Measured on Node 20: for-in reads a property in 5 ns, a look-up by a varying key takes 18 and a Map 16 more.
 * @module
 */

/** After these many nodes nothing more is remembered: objects with keys in ever new orders cost time, not memory. */
const budget = 2_000

/** Where the keys read so far have led. `Data` belongs to the last key, `Plan` is what a verb makes of the whole path. */
export class KeyNode<Data, Plan> {
  readonly path: readonly string[]
  /** What belongs to the last key. Absent at the root. */
  readonly data: Data | undefined
  /** What a verb keeps for objects whose keys end here. */
  plan: Plan | undefined = undefined
  /** The key that came after this one last time, and its node: compare with it before calling {@link find}. */
  key: string | undefined = undefined
  next: KeyNode<Data, Plan> | undefined = undefined
  readonly #known: (key: string) => Data | undefined
  readonly #count: { left: number }
  #others: Map<string, KeyNode<Data, Plan>> | undefined

  /** A root: `known` tells what belongs to a key, or undefined when the element has no such member. */
  static root<Data, Plan>(known: (key: string) => Data | undefined): KeyNode<Data, Plan> {
    return new KeyNode<Data, Plan>([], undefined, known, { left: budget })
  }

  private constructor(
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

  /** The node of the path with one more key; undefined when the key is not known. */
  find(key: string): KeyNode<Data, Plan> | undefined {
    const node = this.#others?.get(key) ?? this.#create(key)
    if (node !== undefined && this.#others?.has(key)) {
      this.key = key
      this.next = node
    }
    return node
  }

  #create(key: string): KeyNode<Data, Plan> | undefined {
    const data = this.#known(key)
    if (data === undefined) return undefined
    const node = new KeyNode<Data, Plan>([...this.path, key], data, this.#known, this.#count)
    if (this.#count.left > 0) {
      this.#count.left--
      this.#others ??= new Map()
      this.#others.set(key, node)
    }
    return node
  }
}

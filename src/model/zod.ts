/**
 * zod schemas derived from the declarations, with the results and messages of `checkStructure`.
 *
 * The only file that imports zod, an optional peer. zod itself validates shape, types and unknown
 * members, so that `.shape`, `.pick()`, forms and `z.toJSONSchema()` work. The compiled check
 * covers the rest and provides every message. Build a schema once and keep it.
 * @module
 */
import * as z from 'zod'
import { writeNumber } from '../lib/decimal.js'
import { isRecord } from '../lib/json.js'
import { escapePattern } from '../lib/text.js'
import { compileSimple } from './check/simple.js'
import { checkStructure, type StructureOptions } from './check.js'
import { type Finding, stepsOf } from './finding.js'
import type {
  Child,
  Complement,
  Element,
  Member,
  Model,
  Schema,
  Simple,
  Static,
} from './grammar.js'
import { isRequiredMember, textKeywords } from './jsonSchema.js'

export type { Element, Model, Schema, Static, StructureOptions }

/** A zod schema of an element, with those of its members in `shape`. */
export type ElementSchema<E extends Element> = z.ZodType<Static<E>, Static<E>> & {
  readonly shape: { readonly [K in keyof Static<E>]-?: z.ZodType<Static<E>[K]> }
}

/**
 * Creates the zod schema of a complement, or of a document with the complements of its model. Its
 * issues are the errors of `checkStructure`, with the same Spanish messages and paths. Warnings are
 * not issues. By default it checks form only; with `{ member, closest, placement: true }` over the
 * catalogues it reports the same structural findings as `check` (docs/en/schemas.md).
 * @example
 * const schema = zodOf(divisas)
 * schema.safeParse({ version: '1.0' }).error?.issues[0]?.path // → ['tipoOperacion']
 */
export function zodOf<E extends Element>(
  declaration: Schema<E> | Model<E>,
  options: StructureOptions = {},
): ElementSchema<E> {
  const model = 'document' in declaration ? declaration : { document: declaration, complements: [] }
  return new Builder(model, options).document() as unknown as ElementSchema<E>
}

/** Returns the findings of check about a value, including descendants that zod does not visit. */
type Says = (value: unknown) => readonly Finding[]

class Builder {
  readonly #model: Model
  readonly #options: StructureOptions
  readonly #checks = new Map<Element, Says>()

  constructor(model: Model, options: StructureOptions) {
    this.#model = model
    this.#options = options
  }

  document(): z.ZodType {
    const { name, root } = this.#model.document
    const schema = this.#element(name, root, this.#ofElement(name, root))
    if (this.#options.placement !== true) return schema
    return schema.check(
      asking(
        (value) => {
          // Findings of check about the place of complements, which depends on the whole document.
          const options = { ...this.#options, placement: false }
          const known = new Set<string>()
          for (const { path, message } of checkStructure(this.#model, value, options))
            known.add(`${path} ${message}`)
          const placed: Finding[] = []
          for (const finding of checkStructure(this.#model, value, this.#options))
            if (!known.has(`${finding.path} ${finding.message}`)) placed.push(finding)
          return placed
        },
        { always: true },
      ),
    )
  }

  #element(name: string, element: Element, says: Says): z.ZodType {
    const { shape, content, text = anyText } = element
    if (shape === 'list') {
      const [key, child] = Object.entries(content)[0] as [string, Child]
      return this.#items(key, child, says)
    }
    const bare = shape === 'text' && Object.keys(content).length === 0
    if (bare) return this.#text(text, says)
    return this.#object(name, element, says)
  }

  #object(name: string, element: Element, says: Says): z.ZodType {
    const { content, text, choices, nonEmpty } = element
    const shape: Record<string, z.ZodType> = {}
    for (const [key, member] of Object.entries(content)) {
      const schema = this.#member(key, member, this.#ofMember(name, element, key))
      shape[key] = isRequiredMember(member) ? schema : schema.optional()
    }
    if (text !== undefined)
      shape['#text'] = this.#text(text, this.#ofMember(name, element, '#text'))
    const unknown = (key: string, value: unknown) =>
      this.#ofMember(name, element, key)(value)[0]?.message
    const schema = new StrictObject({
      type: 'object',
      shape,
      catchall: nothing,
      error: issueMessage(says),
      unknown,
    })
    if (choices === undefined && nonEmpty !== true) return schema
    return schema.check(asking(says, { sound: (value) => !isRecord(value), always: true }))
  }

  #member(key: string, member: Member, says: Says): z.ZodType {
    switch (member.kind) {
      case 'attribute':
        return this.#text(member.type, says)
      case 'child':
        if (member.max === 1) return this.#element(key, member.element, says)
        return this.#items(key, member, says)
      case 'slot':
        return new Hanging({
          type: 'unknown',
          structure: () => {
            // Schemas of a slot, for JSON Schema only: validation depends on the version that each
            // complement states.
            const versions = new Map<string, Complement[]>()
            for (const complement of this.#model.complements) {
              const { at, name } = complement
              if (at === member.at) versions.set(name, [...(versions.get(name) ?? []), complement])
            }
            const shape: Record<string, z.ZodType> = {}
            for (const [name, ones] of versions) shape[name] = this.#versions(ones).optional()
            return z.object(shape).catchall(z.string())
          },
        }).check(asking(says))
      case 'free':
        return z.string({ error: issueMessage(says) }).check(asking(says))
    }
  }

  #items(name: string, { element, min, max }: Child, says: Says): z.ZodType {
    const item = this.#element(name, element, this.#ofElement(name, element))
    const sound = (value: unknown) =>
      !Array.isArray(value) || (value.length >= min && value.length <= max)
    const bounds = {
      ...(min > 0 && { minimum: min }),
      ...(Number.isFinite(max) && { maximum: max }),
    }
    return z
      .array(item, { error: issueMessage(says) })
      .check(asking(says, { sound, bag: bounds, always: true }))
  }

  #text(type: Simple, says: Says): z.ZodType {
    const error = issueMessage(says)
    const judge = compileSimple(type)
    const { member } = this.#options
    const catalog = type.facets.enumeration === undefined ? type.catalog : undefined
    const sound = (value: unknown): boolean => {
      const text = typeof value === 'number' ? writeNumber(value) : (value as string)
      if (text === undefined || judge(text) !== undefined) return false
      return catalog === undefined || member?.(catalog, text.trim()) !== false
    }
    const {
      const: fixed,
      enum: listed = fixed === undefined ? undefined : [fixed],
      ...keywords
    } = textKeywords(type)
    const pattern =
      listed === undefined ? keywords.pattern : `^(?:${listed.map(escapePattern).join('|')})$`
    const text = z.string({ error }).check(
      asking(says, {
        sound,
        bag: {
          ...(keywords.minLength !== undefined && { minimum: keywords.minLength }),
          ...(keywords.maxLength !== undefined && { maximum: keywords.maxLength }),
          ...(pattern !== undefined && { patterns: new Set([new RegExp(pattern, 'u')]) }),
        },
      }),
    )
    if (type.base !== 'decimal' && type.base !== 'integer') return text
    const { minInclusive, maxInclusive } = type.facets
    const bag = {
      ...(type.base === 'integer' && { format: 'safeint' }),
      ...(minInclusive !== undefined && { minimum: Number(minInclusive) }),
      ...(maxInclusive !== undefined && { maximum: Number(maxInclusive) }),
    }
    return z.union([text, z.number().check(asking(says, { sound, bag }))], { error })
  }

  #versions(complements: readonly Complement[]): z.ZodType {
    const each = complements.map(({ name, root }) =>
      this.#element(name, root, this.#ofElement(name, root)),
    )
    const one = each.length === 1 ? (each[0] as z.ZodType) : z.union(each)
    return z.union([one, z.array(one)])
  }

  /** Findings of check about an element on its own. */
  #ofElement(name: string, element: Element): Says {
    const check = this.#checking(name, element)
    return (value) => check(value).filter(({ path }) => path === '')
  }

  /** Findings of check about one member of an element. */
  #ofMember(name: string, element: Element, key: string): Says {
    const check = this.#checking(name, element)
    const deep = element.content[key]?.kind === 'slot'
    return (value) => {
      const findings: Finding[] = []
      for (const finding of check({ [key]: value })) {
        const { path } = finding
        const isBelow = path.startsWith(`${key}.`) || path.startsWith(`${key}[`)
        if (path === key || (deep && isBelow))
          findings.push({ ...finding, path: path.slice(key.length) })
      }
      return findings
    }
  }

  /** The errors of an element treated as a whole document; compiled on first use. */
  #checking(name: string, root: Element): Says {
    const known = this.#checks.get(root)
    if (known !== undefined) return known
    const { document, complements } = this.#model
    const model =
      root === document.root
        ? this.#model
        : { document: { ...document, name, root, earlier: [] }, complements }
    const options = { ...this.#options, placement: false }
    const check: Says = (value) =>
      checkStructure(model, value, options).filter(({ severity }) => severity === 'error')
    this.#checks.set(root, check)
    return check
  }
}

const nothing = z.never()
const anyText: Simple = { base: 'string', facets: {} }

/** Returns the message of a zod issue: that of check for the same value. */
function issueMessage(says: Says): z.core.$ZodErrorMap {
  return ({ input }) => says(input)[0]?.message
}

type Bag = Readonly<Record<string, unknown>>

interface Asking {
  /**
   * Skips the check when it returns true: the value is valid, or zod has already raised an issue.
   */
  readonly sound?: (value: unknown) => boolean
  /** JSON Schema of the value. */
  readonly bag?: Bag
  /** Whether to run also when zod has found a problem below. */
  readonly always?: boolean
}

/** Creates a zod check whose issues are the findings of check. */
function asking(
  says: Says,
  { sound, bag = {}, always = false }: Asking = {},
): z.core.$ZodCheck<unknown> {
  const check = (payload: z.core.ParsePayload): void => {
    const { value } = payload
    if (sound?.(value) === true) return
    for (const finding of says(value)) {
      const { message } = finding
      payload.issues.push({
        code: 'custom',
        message,
        path: stepsOf(finding),
        input: value,
        continue: true,
      })
    }
  }
  const def = {
    check: 'custom',
    ...(always && { when: ({ aborted }: z.core.ParsePayload) => aborted !== true }),
  }
  return { _zod: { def, check, onattach: [(schema) => void Object.assign(schema._zod.bag, bag)] } }
}

interface StrictObjectDef extends z.core.$ZodObjectDef {
  /** Returns the message for an unknown member. */
  readonly unknown: (key: string, value: unknown) => string | undefined
}

// TypeScript requires an explicit type for a name that is called as an assertion signature.
const ObjectTrait: z.core.$constructor<z.ZodObject> = z.ZodObject
const UnknownTrait: z.core.$constructor<z.ZodUnknown> = z.ZodUnknown

/**
 * A strict object that raises an issue for each unknown member, at that member, instead of one for
 * all.
 */
const StrictObject = z.core.$constructor<z.ZodObject, StrictObjectDef>(
  'StrictObject',
  (inst, def) => {
    ObjectTrait.init(inst, def)
    const { parse } = inst._zod
    inst._zod.parse = (payload, context) => {
      const { value } = payload
      // `check` treats null members as absent.
      if (isRecord(value) && Object.values(value).includes(null))
        payload.value = Object.fromEntries(
          Object.entries(value).filter(([, content]) => content !== null),
        )
      const input = payload.value as Readonly<Record<string, unknown>>
      const settle = (done: z.core.ParsePayload): z.core.ParsePayload => {
        const issues: z.core.$ZodRawIssue[] = []
        for (const issue of done.issues) {
          if (issue.code !== 'unrecognized_keys' || issue.inst !== inst) {
            issues.push(issue)
            continue
          }
          // One issue per key; a key with an undefined value counts as absent.
          for (const key of issue.keys) {
            if (!Object.hasOwn(input, key) || input[key] === undefined) continue
            const message = def.unknown(key, input[key])
            issues.push({
              ...issue,
              keys: [key],
              path: [key],
              ...(message !== undefined && { message }),
            })
          }
        }
        done.issues = issues
        return done
      }
      const result = parse(payload, context)
      if (result instanceof Promise) return result.then(settle)
      return settle(result)
    }
  },
)

interface HangingDef extends z.core.$ZodUnknownDef {
  readonly structure: () => z.ZodType
}

/** Content of a slot: validated by its checks, described by its structure. */
const Hanging = z.core.$constructor<z.ZodUnknown, HangingDef>('Hanging', (inst, def) => {
  UnknownTrait.init(inst, def)
  inst._zod.processJSONSchema = (context, json, params) =>
    def.structure()._zod.processJSONSchema?.(context, json, params)
})

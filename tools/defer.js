/**
 * Defers the tables of the shared files until their first use, so that an import of the library
 * constructs little.
 *
 * `const rules = tableOf(…)` becomes `const rules$ = $once(function rules$() { … })`, which computes
 * the value at the first call, and each use of `rules` becomes `rules$()`. At the import V8 then
 * skips the text of a table instead of compiling and running it, which is half of the time. A short
 * value stays as it is, unless it needs a deferred one. Bundlers drop functions without use. Entry
 * points export values: they call the functions of their exports.
 * @module
 */
import { posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { isPure } from './pure.js'

/** Characters of an initial value that is worth a function. */
const long = 250

/**
 * Returns the code of a bundle's files with deferred values, by file name.
 *
 * @param files The code of each file by its name.
 * @param shared Names of the files that only other files import.
 */
export function deferValues(files, shared) {
  const modules = new Map(
    Object.entries(files).map(([file, code]) => [file, readModule(file, code, shared)]),
  )
  deferLongValues(modules)
  while ([...modules.values()].some((module) => deferUsers(module, modules)));
  return Object.fromEntries([...modules].map(([file, module]) => [file, write(module, modules)]))
}

/** Reads a module: its constants, the uses of names, and the names bound in its functions. */
function readModule(file, code, shared) {
  const { body } = parseAst(code)
  const isShared = shared.has(file)
  const constants = body
    .filter(({ type, kind }) => isShared && type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations }) => declarations)
    .filter(({ id }) => id.type === 'Identifier')
  const module = {
    code,
    body,
    isShared,
    constants,
    uses: [],
    bound: new Set(),
    deferred: new Set(),
  }
  for (const statement of body)
    if (!/^(?:Im|Ex)port.*Declaration$/.test(statement.type)) findUses(statement, module)
  return Object.assign(module, {
    imports: body.filter(({ type, source }) => type === 'ImportDeclaration' && isBeside(source)),
    exports: body.filter(({ type }) => type === 'ExportNamedDeclaration'),
    fileOf: ({ value }) => posix.join(posix.dirname(file), value),
  })
}

const isBeside = (source) => source.value.startsWith('.')

/** A use is immediate outside of functions. */
function findUses(node, module, parent = undefined, depth = 0) {
  if (node.type === 'Identifier') module.uses.push({ node, parent, isImmediate: depth === 0 })
  const isFunction = /Function/.test(node.type)
  const inner = isFunction ? depth + 1 : depth
  if (isFunction) for (const param of node.params) bind(param, module.bound)
  if (node.type === 'CatchClause' && node.param) bind(node.param, module.bound)
  if (depth > 0 && /Declarator|Function|Class(?!Body)/.test(node.type) && node.id)
    bind(node.id, module.bound)
  for (const [role, child] of Object.entries(node)) {
    if (child === null || typeof child !== 'object' || isNameOnly(node, role)) continue
    for (const one of Array.isArray(child) ? child : [child])
      if (one !== null) findUses(one, module, node, inner)
  }
}

/** A name of a member does not use the constant. The value of a shorthand member is its use. */
const isNameOnly = ({ computed }, role) => !computed && (role === 'property' || role === 'key')

function bind(pattern, bound) {
  if (pattern.type === 'Identifier') bound.add(pattern.name)
  const { properties, elements, value, left, argument } = pattern
  for (const one of [properties, elements, value, left, argument].flat()) if (one) bind(one, bound)
}

function deferLongValues(modules) {
  const bound = new Set([...modules.values()].flatMap((module) => [...module.bound]))
  for (const module of modules.values()) {
    module.constants = module.constants.filter(({ id }) => !bound.has(id.name))
    for (const { id, init } of module.constants)
      if (init.end - init.start >= long && !isPure(init)) module.deferred.add(id.name)
  }
}

/** Defers the values that need a deferred one, and returns whether there was one. */
function deferUsers(module, modules) {
  const names = deferredNames(module, modules)
  const users = module.constants.filter(
    ({ id, init }) =>
      !module.deferred.has(id.name) &&
      module.uses.some(
        ({ node, isImmediate }) =>
          isImmediate && names.has(node.name) && init.start <= node.start && node.end <= init.end,
      ),
  )
  for (const { id } of users) module.deferred.add(id.name)
  return users.length > 0
}

/** Names that stand for deferred values in a module: its own, and imported ones. */
function deferredNames(module, modules) {
  return new Set([
    ...module.deferred,
    ...module.imports
      .flatMap(({ specifiers, source }) => specifiers.map((one) => ({ ...one, source })))
      .filter(({ imported, source }) => isDeferred(module, source, imported, modules))
      .map(({ local }) => local.name),
  ])
}

/** Whether the file that an import or export names exports a deferred value by that name. */
function isDeferred(module, source, { name }, modules) {
  const exporter = modules.get(module.fileOf(source))
  const [one] = (exporter?.exports ?? [])
    .flatMap(({ specifiers }) => specifiers)
    .filter(({ exported }) => exported.name === name)
  return one !== undefined && exporter.deferred.has(one.local.name)
}

/**
 * Returns the values that only one deferred value uses, by that value: they become constants of its
 * function.
 */
function groupLocals({ constants, uses, deferred, exports }) {
  const exported = new Set(exports.flatMap(({ specifiers }) => specifiers).map(nameOfLocal))
  const owners = new Map()
  const locals = new Map()
  const usesOf = groupBy(uses, ({ node }) => node.name)
  const ownerAt = ({ node }) =>
    constants.find(({ start, end }) => start <= node.start && node.end <= end)
  for (const constant of constants.toReversed()) {
    const { name } = constant.id
    const users = usesOf.get(name).filter(({ node }) => node !== constant.id)
    const [owner, ...others] = new Set(
      users.map((use) => {
        const user = ownerAt(use)
        return user && (owners.get(user) ?? user)
      }),
    )
    const isLocal =
      !exported.has(name) &&
      others.length === 0 &&
      owner !== undefined &&
      owner.start > constant.end &&
      deferred.has(owner.id.name)
    if (!isLocal) continue
    owners.set(constant, owner)
    locals.set(owner, [constant, ...(locals.get(owner) ?? [])])
  }
  return { owners, locals }
}

/** As Map.groupBy, which Node 20 lacks. */
function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    groups.set(keyOf(item), group)
    group.push(item)
  }
  return groups
}

const nameOfLocal = ({ local }) => local.name

function write(module, modules) {
  const names = deferredNames(module, modules)
  const { owners, locals } = module.isShared ? groupLocals(module) : noLocals
  for (const { id } of owners.keys()) names.delete(id.name)
  const edits = module.isShared ? editUses(module, names) : []
  const render = ({ start, end }) => applyEdits(module.code, start, end, edits)
  const deferred = (constant) => names.has(constant.id.name)
  const writeConstant = (constant) => {
    if (owners.has(constant)) return []
    if (!deferred(constant)) return [`const ${render(constant)};`]
    return [writeFunction(constant, locals.get(constant) ?? [], render)]
  }
  const writeStatement = (statement) => {
    if (statement.type === 'ImportDeclaration') return [writeImport(statement, module, names)]
    if (statement.type === 'ExportNamedDeclaration')
      return [writeExport(statement, module, names, modules)]
    const { kind, declarations = [] } = statement
    const isChanged = (one) => owners.has(one) || (one.id.name && deferred(one))
    if (!module.isShared || kind !== 'const' || !declarations.some(isChanged))
      return [render(statement)]
    return declarations.flatMap(writeConstant)
  }
  const [hashbang = ''] = module.code.match(/^#!.*\n/) ?? []
  const helper = module.deferred.size > 0 ? once : ''
  return `${hashbang}${module.body.flatMap(writeStatement).join('\n')}\n${helper}`
}

/** 510 bytes of `readCfdi`, gzipped, less than a variable and a condition in each function. */
const once = 'function $once(make){let value;return()=>value??=make()}\n'

const noLocals = { owners: new Map(), locals: new Map() }

/** Applies the edits within a range. */
function applyEdits(code, start, end, edits) {
  return edits
    .filter((edit) => start <= edit.start && edit.end <= end)
    .reduceRight(
      (text, edit) => text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start),
      code.slice(start, end),
    )
}

/** The name of the function is for stack traces. */
function writeFunction({ id: { name }, init }, locals, render) {
  const constants = locals.length === 0 ? '' : `const ${locals.map(render).join(',\n')};\n`
  return `const ${name}$=$once(function ${name}$(){\n${constants}return ${render(init)}});`
}

/** An entry point keeps the name for the value; a shared file has the name of the function. */
function writeImport({ specifiers, source, start, end }, module, names) {
  const deferred = isBeside(source) ? specifiers.filter(({ local }) => names.has(local.name)) : []
  if (deferred.length === 0) return module.code.slice(start, end)
  const listed = specifiers.map((one) =>
    deferred.includes(one)
      ? rename(one.imported.name, one.local.name)
      : module.code.slice(one.start, one.end),
  )
  const values = module.isShared ? [] : deferred.map(({ local }) => callFor(local.name))
  return [`import{${listed}}from${source.raw};`, ...values].join('\n')
}

const rename = (from, to) => (from === to ? `${to}$` : `${from}$ as ${to}$`)

const callFor = (name) => `const ${name}=${name}$();`

function writeExport({ specifiers, source, start, end }, module, names, modules) {
  const textOf = (one) => module.code.slice(one.start, one.end)
  if (source === null) {
    if (!module.isShared) return module.code.slice(start, end)
    const listed = specifiers.map((one) =>
      names.has(one.local.name) ? rename(one.local.name, one.exported.name) : textOf(one),
    )
    return `export{${listed}};`
  }
  const deferred = specifiers.filter(({ local }) => isDeferred(module, source, local, modules))
  if (deferred.length === 0) return module.code.slice(start, end)
  if (module.isShared) throw new Error(`${source.value} is exported again`)
  const rest = specifiers.filter((one) => !deferred.includes(one))
  return [
    ...(rest.length > 0 ? [`export{${rest.map(textOf)}}from${source.raw};`] : []),
    `import{${deferred.map(({ local }) => `${local.name}$`)}}from${source.raw};`,
    ...deferred.map(({ local }) => callFor(local.name)),
    `export{${deferred.map(textOf)}};`,
  ].join('\n')
}

/** Returns the uses of deferred values as calls, in their order. */
function editUses({ uses, constants }, names) {
  const declared = new Set(constants.map(({ id }) => id))
  return uses
    .filter(({ node }) => names.has(node.name) && !declared.has(node))
    .map(({ node, parent }) => ({ start: node.start, end: node.end, text: callOf(node, parent) }))
    .sort((a, b) => a.start - b.start)
}

function callOf(node, parent) {
  if (parent?.type === 'NewExpression' && parent.callee === node) return `(${node.name}$())`
  if (parent?.type === 'Property' && parent.shorthand) return `${node.name}:${node.name}$()`
  return `${node.name}$()`
}

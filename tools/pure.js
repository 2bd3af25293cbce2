/**
 * Marks the initial values of a module's variables as pure, so that bundlers drop the unused ones.
 *
 * `sideEffects: false` of package.json states that of whole modules, and a bundler drops a module
 * without use. In a file of many modules it decides for each statement, and keeps every call that is
 * not marked: without the marks, an import of one declaration is 22 kB and not 2.
 * @module
 */
import { parseAst } from 'rolldown/parseAst'

/** Whether bundlers recognize an expression as pure. */
export function isPure(node) {
  switch (node?.type) {
    case undefined:
    case 'Literal':
    case 'Identifier':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true
    case 'TemplateLiteral':
      return node.expressions.length === 0
    case 'UnaryExpression':
      return isPure(node.argument)
    case 'ArrayExpression':
      return node.elements.every(isPure)
    case 'ObjectExpression':
      return node.properties.every((one) => one.type === 'Property' && isPure(one.value))
    case 'ClassExpression':
      return isPure(node.superClass) && node.body.body.every(isPureMember)
    default:
      return false
  }
}

/** Whether a member of a class runs nothing when the class is defined. */
const isPureMember = (member) =>
  member.type === 'MethodDefinition' ||
  (member.type === 'PropertyDefinition' && (!member.static || isPure(member.value)))

/** Whether a mark of its own suffices: it covers a call, and not its arguments. */
const isPureCall = ({ type, callee, arguments: values }) =>
  (type === 'CallExpression' || type === 'NewExpression') && isName(callee) && values.every(isPure)

/** `Decimal`, `Decimal.of`. */
const isName = ({ type, computed, object }) =>
  type === 'Identifier' || (type === 'MemberExpression' && !computed && isName(object))

/**
 * Returns the code with every impure initial value marked as pure, in a function where the
 * mark must cover more than a call.
 */
export function markPure(code) {
  const declared = parseAst(code).body.flatMap((statement) => statement.declarations ?? [])
  const impure = declared.filter(({ init }) => !isPure(init))
  // A pattern cannot be marked, and a class in a function loses its name.
  const unmarkable = impure.find(
    ({ id, init }) => id.type !== 'Identifier' || init.type === 'ClassExpression',
  )
  if (unmarkable) throw new Error(`bundlers keep ${code.slice(unmarkable.start, unmarkable.end)}`)
  return impure.reduceRight((marked, { init }) => {
    const value = marked.slice(init.start, init.end)
    const covered = isPureCall(init) ? value : `(()=>(${value}))()`
    return `${marked.slice(0, init.start)}/*@__PURE__*/${covered}${marked.slice(init.end)}`
  }, code)
}

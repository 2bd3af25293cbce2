/**
 * Writes XSLT 1.0 from the declarations, with the same cadena original as the SAT's stylesheets,
 * for auditors and other languages.
 * @module
 */
import { type Tag, tag, writeMarkup } from '../lib/xml/markup.js'
import {
  isTemplated,
  type Plan,
  printedPlanOf,
  type Step,
  type Template,
  templatesOf,
} from './cadena/plan.js'
import type { Complement, Model, Schema } from './grammar.js'

/**
 * Writes the stylesheet that prints the cadena original of a CFDI with its complements, or of a
 * stamp anywhere in a document. As in the SAT's stylesheets, a template matches its element
 * anywhere; elements without one follow XSLT's built-in rules, which print text but not attributes.
 * @example
 * writeXslt(cfdi).includes('xsl:stylesheet') // → true
 */
export function writeXslt({ document, complements }: Model): string {
  const included = [document, ...complements.filter(({ cadena }) => cadena)]
  const namespaces = included.map(({ prefix, namespace }) => [`xmlns:${prefix}`, namespace])
  const attributes = { version: '1.0', 'xmlns:xsl': xsl, ...Object.fromEntries(namespaces) }
  const root = tag('xsl:stylesheet', attributes, [
    tag('xsl:output', { method: 'text', encoding: 'UTF-8' }),
    rootTemplate(document),
    ...included.flatMap(templatesOf).map(elementTemplate),
    fieldTemplate,
  ])
  return writeMarkup(root, 'Derived from the declarations in src/model. Do not edit.')
}

const xsl = 'http://www.w3.org/1999/XSL/Transform'
const bar = tag('xsl:text', {}, ['|'])

/** Prints a present attribute as a field. */
const fieldTemplate = tag('xsl:template', { match: '@*', mode: 'campo' }, [valueField('.')])

/** A separate complement, such as the stamp, may be at any depth; other documents are the root. */
function rootTemplate(schema: Schema | Complement): Tag {
  const select = `${'at' in schema ? '//' : '/'}${schema.prefix}:${schema.name}`
  return tag('xsl:template', { match: '/' }, [
    bar,
    tag('xsl:apply-templates', { select }),
    tag('xsl:text', {}, ['||']),
  ])
}

/** A slot applies the templates of its complements and ignores the text beside them. */
function elementTemplate({ schema: { prefix }, name, plan }: Template): Tag {
  const content =
    plan === undefined ? [tag('xsl:apply-templates', { select: '*' })] : fields(prefix, plan)
  return tag('xsl:template', { match: `${prefix}:${name}` }, content)
}

/** Prints the fields of a plan; `isInline` where the reached elements have no templates. */
function fields(prefix: string, plan: Plan, isInline = false): Tag[] {
  return plan.flatMap((step) => stepTags(prefix, step, isInline))
}

function stepTags(prefix: string, step: Step, isInline: boolean): Tag[] {
  switch (step.kind) {
    case 'field': {
      if (!step.always)
        return [tag('xsl:apply-templates', { select: `@${step.name}`, mode: 'campo' })]
      const field = valueField(`@${step.name}`)
      if (step.when === undefined) return [field]
      const [name, value] = step.when
      return [tag('xsl:if', { test: `@${name}='${value}'` }, [field])]
    }
    case 'text':
      return [valueField('.')]
    case 'slot':
      return [tag('xsl:apply-templates', { select: `${prefix}:${step.name}` })]
    case 'each': {
      const path = (step.deep ? './/' : '') + step.path.map((name) => `${prefix}:${name}`).join('/')
      if (!isInline && isTemplated(step)) return [tag('xsl:apply-templates', { select: path })]
      const select = step.first === undefined ? path : `(${path})[1]`
      const each = tag(
        'xsl:for-each',
        { select },
        fields(prefix, printedPlanOf(step.element), true),
      )
      if (step.first === 'always') return [each, tag('xsl:if', { test: `not(${path})` }, [bar])]
      return [each]
    }
  }
}

function valueField(select: string): Tag {
  return tag('xsl:value-of', { select: `concat('|', normalize-space(${select}))` })
}

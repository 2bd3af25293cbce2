/**
 * Writes XSLT 1.0 from the declarations, with the same cadena original as the SAT's stylesheets,
 * for auditors and other languages.
 * @module
 */
import { type Tag, tag, writeMarkup } from '../lib/xml/markup.js'
import { isTemplated, type Plan, printedPlanOf, type Template, templatesOf } from './cadena/plan.js'
import type { Model } from './grammar.js'

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
  // A separate complement, such as the stamp, may be at any depth; other documents are the
  // root.
  const select = `${'at' in document ? '//' : '/'}${document.prefix}:${document.name}`
  const root = tag('xsl:stylesheet', attributes, [
    tag('xsl:output', { method: 'text', encoding: 'UTF-8' }),
    tag('xsl:template', { match: '/' }, [
      bar,
      tag('xsl:apply-templates', { select }),
      tag('xsl:text', {}, ['||']),
    ]),
    ...included.flatMap(templatesOf).map(elementTemplate),
    fieldTemplate,
  ])
  return writeMarkup(root, 'Derived from the declarations in src/model. Do not edit.')
}

const xsl = 'http://www.w3.org/1999/XSL/Transform'
const bar = tag('xsl:text', {}, ['|'])

/** Prints a present attribute as a field. */
const fieldTemplate = tag('xsl:template', { match: '@*', mode: 'campo' }, [valueField('.')])

/** A slot applies the templates of its complements and ignores the text beside them. */
function elementTemplate({ schema: { prefix }, name, plan }: Template): Tag {
  const content =
    plan === undefined ? [tag('xsl:apply-templates', { select: '*' })] : fields(prefix, plan)
  return tag('xsl:template', { match: `${prefix}:${name}` }, content)
}

/** Prints the fields of a plan; `isInline` where the reached elements have no templates. */
function fields(prefix: string, plan: Plan, isInline = false): Tag[] {
  const tags: Tag[] = []
  for (const step of plan) {
    switch (step.kind) {
      case 'field': {
        const field = valueField(`@${step.name}`)
        if (!step.always)
          tags.push(tag('xsl:apply-templates', { select: `@${step.name}`, mode: 'campo' }))
        else if (step.when === undefined) tags.push(field)
        else {
          const [name, value] = step.when
          tags.push(tag('xsl:if', { test: `@${name}='${value}'` }, [field]))
        }
        break
      }
      case 'text':
        tags.push(valueField('.'))
        break
      case 'slot':
        tags.push(tag('xsl:apply-templates', { select: `${prefix}:${step.name}` }))
        break
      case 'each': {
        const path =
          (step.deep ? './/' : '') + step.path.map((name) => `${prefix}:${name}`).join('/')
        if (!isInline && isTemplated(step)) {
          tags.push(tag('xsl:apply-templates', { select: path }))
          break
        }
        const select = step.first === undefined ? path : `(${path})[1]`
        const inner = fields(prefix, printedPlanOf(step.element), true)
        tags.push(tag('xsl:for-each', { select }, inner))
        if (step.first === 'always') tags.push(tag('xsl:if', { test: `not(${path})` }, [bar]))
      }
    }
  }
  return tags
}

function valueField(select: string): Tag {
  return tag('xsl:value-of', { select: `concat('|', normalize-space(${select}))` })
}

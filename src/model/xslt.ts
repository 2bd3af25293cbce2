/**
 * XSLT 1.0 from the declarations: the same cadena original as the SAT's stylesheets, for auditors and other languages.
 * @module
 */
import { type Tag, tag, writeMarkup } from '../lib/markup.js'
import { planOf } from './cadena.js'
import type { Complement, Element, Model, Schema } from './grammar.js'

/**
 * The stylesheet that prints the cadena original of a document: of a CFDI with its complements, or of a stamp wherever
 * it hangs. What it does not know goes through XSLT's built-in rules, as with the SAT's: text leaks, attributes do not.
 * @example
 * writeXslt(cfdi).includes('xsl:stylesheet') // → true
 */
export function writeXslt({ document, complements }: Model): string {
  const included = complements.filter(({ cadena }) => cadena)
  const namespaces = [document, ...included].map(({ prefix, namespace }) => [`xmlns:${prefix}`, namespace])
  const attributes = { version: '1.0', 'xmlns:xsl': xsl, ...Object.fromEntries(namespaces) }
  const root = tag('xsl:stylesheet', attributes, [
    tag('xsl:output', { method: 'text', encoding: 'UTF-8' }),
    rootTemplate(document),
    ...included.map(complementTemplate),
    fieldTemplate,
  ])
  return writeMarkup(root, 'Derived from the declarations in src/model. Do not edit.')
}

const xsl = 'http://www.w3.org/1999/XSL/Transform'
const bar = tag('xsl:text', {}, ['|'])

/** An attribute that is there, as a field. */
const fieldTemplate = tag('xsl:template', { match: '@*', mode: 'campo' }, [valueField('.')])

/** A complement on its own, as the stamp is, may be at any depth; any other document is the root. */
function rootTemplate(schema: Schema | Complement): Tag {
  const path = `${'at' in schema ? '//' : '/'}${schema.prefix}:${schema.name}`
  return tag('xsl:template', { match: '/' }, [
    bar,
    tag('xsl:for-each', { select: path }, fields(schema.prefix, schema.root)),
    tag('xsl:text', {}, ['||']),
  ])
}

function complementTemplate({ prefix, name, root }: Complement): Tag {
  return tag('xsl:template', { match: `${prefix}:${name}` }, fields(prefix, root))
}

type Step = ReturnType<typeof planOf>[number]

function fields(prefix: string, element: Element): Tag[] {
  return planOf(element).flatMap((step) => stepTags(prefix, step))
}

function stepTags(prefix: string, step: Step): Tag[] {
  switch (step.kind) {
    case 'field':
      if (step.always) return [valueField(`@${step.name}`)]
      return [tag('xsl:apply-templates', { select: `@${step.name}`, mode: 'campo' })]
    case 'text':
      return [valueField('.')]
    case 'slot':
      return [tag('xsl:apply-templates', { select: `${prefix}:${step.name}/*` })]
    case 'each': {
      const select = (step.deep ? './/' : '') + step.path.map((name) => `${prefix}:${name}`).join('/')
      const each = tag('xsl:for-each', { select }, fields(prefix, step.element))
      return step.always ? [each, tag('xsl:if', { test: `not(${select})` }, [bar])] : [each]
    }
  }
}

function valueField(select: string): Tag {
  return tag('xsl:value-of', { select: `concat('|', normalize-space(${select}))` })
}

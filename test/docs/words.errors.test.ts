/**
 * What a programmer did wrong is told in English: a value that is wrong by itself, or an option
 * that is missing. What is left in Spanish is read by the taxpayer, who can mend it in the document
 * or its amounts.
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesIn, root } from '../tree.js'

/** Sentences in Spanish by their file, values as `…`, and why they are. */
const spanish: readonly {
  readonly why: string
  readonly says: Readonly<Record<string, readonly string[]>>
}[] = [
  {
    why: 'what a document holds cannot be written: told by `write` and `cadena` of the program, failure 704 and `sealMany`',
    says: {
      'src/lib/xml/escape.ts': ['carácter no admitido en XML en la posición …'],
      'src/model/write.ts': ['… debe ser un objeto', '… no es un complemento conocido'],
      'src/model/write/object.ts': ['… debe ser un objeto', '… debe ser un objeto', '… no tiene …'],
      'src/model/write/output.ts': ['….… debe ser texto o un número finito'],
      'src/model/write/writers.ts': [
        '….… debe ser una lista',
        '… debe ser un fragmento de XML, como texto',
        '… no es XML bien formado',
      ],
    },
  },
  {
    why: 'told by the program `cfdi-stamp`, which is in Spanish',
    says: {
      'src/cli/declare/schemaReader.ts': [
        'no declara ningún elemento',
        'no es un XSD con targetNamespace',
      ],
      'src/cli/registered.ts': ['no exporta ninguna declaración de complemento'],
    },
  },
  {
    why: 'told by failure 710, when an IdCCP is to be made',
    says: { 'src/lib/uuid.ts': ['la fuente de azar dio menos de 16 bytes'] },
  },
  {
    why: 'amounts of the taxpayer, held to those of their documents',
    says: {
      'src/sat/cfdi40/build/anticipo.ts': [
        'anticipos: vienen a …, más que la factura, …; indique Total',
        'anticipos: vienen a …, todo lo que se vende (…) o más: use facturaConAnticipo y aplicacionDeAnticipo',
      ],
      'src/sat/cfdi40/build/bonificar.ts': [
        'Total: … es más que lo que queda por acreditar de la factura, …',
        'Total: … no se puede repartir entre sus impuestos; lo más que puede acreditarse es …',
      ],
      'src/sat/cfdi40/build/devolver.ts': [
        'devoluciones: del concepto … ya se devolvieron … de …',
        'devoluciones: por las líneas se cobraron …, y las notas anteriores ya acreditaron el resto de la factura',
        'devoluciones: se devuelven … de … en el concepto ……',
        'devoluciones: … queda sin Base: se devuelve muy poco',
        'devoluciones: se devuelve muy poco: no llega a la unidad mínima de la moneda',
        'devoluciones: vienen a …, más que lo que queda por acreditar de la factura, …',
        'devoluciones: acreditan … de …, más que lo que queda de él, …',
      ],
      'src/sat/cfdi40/build/facturaGlobal.ts': [
        'tickets: ninguno tiene importe',
        'ticket …: FormaPago suma … y sus Ventas …',
        '…: … no alcanza para sus impuestos',
      ],
      'src/sat/pagos20/build/paymentSummary.ts': [
        'factura …: se pagó … y se acreditó …, más que su Total …',
      ],
      'src/sat/pagos20/build/repartirPago.ts': [
        'facturas: el pago no alcanza para ninguna',
        'facturas: ya no queda saldo por pagar',
        'factura …: su ImpSaldoAnt … es más que su Total …',
        'factura …: su ImpPagado … es más que su saldo …',
      ],
    },
  },
]

/**
 * Where a message begins: an error, or what judges an argument and names it in one
 * (`sat/cfdi40/build/argument.ts`).
 */
const beginning = /new (?:Type|Range)Error\(|(?<![.\w])(?:amount|positive|some)\(/g
const literal = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g

/** Nouns are the SAT's in both languages, so that a language is told by the words between them. */
const words =
  /[áéíóúñü¿¡]|\b(?:al|como|con|cualquier|dar|de|debe|deben|del|dio|el|ella|en|entre|es|esta|está|están|falta|faltan|hay|la|las|lo|los|más|menos|ni|ninguna|ninguno|o|para|pero|por|porque|puede|pueden|que|se|ser|si|sin|su|sus|tiene|tienen|un|una|uno|y|ya|esperaba|esperado|esperada|lista|mayor|menor|negativo|objeto|repetida|repetido|texto)\b/i

/** The text between the parentheses that begin there. */
function within(text: string, from: number): string {
  let depth = 1
  let at = from
  for (; depth > 0 && at < text.length; at++)
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
  return text.slice(from, at - 1)
}

/** What an expression says, without its values. */
function saidIn(expression: string): string {
  const texts = [...expression.matchAll(literal)].map(
    ([, ...kinds]) => kinds.find((text) => text !== undefined) ?? '',
  )
  return texts.join(' ').replace(/\$\{[^{}]*\}/g, '…')
}

function messagesOf(source: string): string[] {
  return [...source.matchAll(beginning)].map(({ 0: { length }, index }) =>
    saidIn(within(source, index + length)),
  )
}

it('the errors of a programmer are in English', () => {
  const messages = filesIn('src', '.ts').flatMap((file) =>
    messagesOf(readFileSync(root + file, 'utf8')).map((message) => [file, message]),
  )
  expect(messages.length).toBeGreaterThan(150)
  const expected = spanish.flatMap(({ says }) =>
    Object.entries(says).flatMap(([file, sentences]) =>
      sentences.map((sentence) => [file, sentence]),
    ),
  )
  expect(messages.filter(([, message = '']) => words.test(message)).sort()).toEqual(expected.sort())
})

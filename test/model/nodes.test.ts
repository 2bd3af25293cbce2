import { describe, expect, expectTypeOf, it } from 'vitest'
import { pathOf } from '../../src/model/finding.js'
import { carrying, type Nodes, nodesOf, where, within } from '../../src/model/nodes.js'
import { cartaPorte31 } from '../../src/sat/cartaPorte31/declaration.js'
import { type Comprobante, type Concepto, comprobante } from '../../src/sat/cfdi40/declaration.js'
import { donatarias } from '../../src/sat/donatarias/declaration.js'
import { hidrocarburosPetroliferos } from '../../src/sat/hidrocarburosPetroliferos/declaration.js'
import { type Nomina12, nomina12 } from '../../src/sat/nomina12/declaration.js'

const at = nodesOf(comprobante)

const traslados = [{ Base: '1' }, { Base: '2' }]
const document = {
  Conceptos: [
    {
      Impuestos: { Traslados: traslados },
      ComplementoConcepto: { HidroYPetro: { Version: '1.0', NumeroPermiso: 'a' } },
    },
    'x',
    null,
    { Impuestos: { Traslados: [7, { Base: '3' }] } },
    { Impuestos: 'x' },
    { Impuestos: { Traslados: { Base: '4' } } },
  ],
  Complemento: {
    Nomina: [
      { Version: '1.2', Percepciones: { Percepcion: [{ Clave: '1' }, { Clave: '2' }] } },
      { Version: ' 1.2 ', Emisor: { Curp: 'x' } },
      { Version: '1.1', Percepciones: { Percepcion: [{ Clave: '3' }] } },
    ],
    CartaPorte: { Version: '3.1', Ubicaciones: [{ IDUbicacion: 'a' }] },
    Donatarias: { version: '1.1' },
  },
}

function walk<Node, Up>({ each }: Nodes<Node, Up>, ...[of]: [unknown?]) {
  const found: [Node, Up, string][] = []
  each(of === undefined ? document : of, (node, up, place) => found.push([node, up, pathOf(place)]))
  return found
}

const places = <Node, Up>(nodes: Nodes<Node, Up>, of?: unknown): string[] =>
  walk(nodes, of).map(([, , path]) => path)

describe('at', () => {
  it('is the root', () => {
    expect(walk(at(comprobante))).toEqual([[document, undefined, '']])
    expect(at(comprobante)).toMatchObject({ element: 'Comprobante', path: '' })
    for (const other of [null, 'x', [], 7]) expect(walk(at(comprobante), other)).toEqual([])
  })

  it('selects the items of lists, with the node of the previous step as parent, and skips other values', () => {
    const nodes = at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]')
    expect(nodes).toMatchObject({
      element: 'Traslado',
      path: 'Conceptos[].Impuestos.Traslados[]',
      tipos: undefined,
    })
    expect(walk(nodes)).toEqual([
      [traslados[0], document.Conceptos[0], 'Conceptos[0].Impuestos.Traslados[0]'],
      [traslados[1], document.Conceptos[0], 'Conceptos[0].Impuestos.Traslados[1]'],
      [{ Base: '3' }, document.Conceptos[3], 'Conceptos[3].Impuestos.Traslados[1]'],
    ])
  })

  it('is every complement of its version, one or repeated, by Version or version', () => {
    expect(places(at(nomina12))).toEqual(['Complemento.Nomina[0]', 'Complemento.Nomina[1]'])
    expect(places(at(donatarias))).toEqual(['Complemento.Donatarias'])
    expect(at(nomina12, 'Percepciones', 'Percepcion[]')).toMatchObject({
      element: 'Percepcion',
      path: 'Complemento.Nomina.Percepciones.Percepcion[]',
      tipos: ['N'],
    })
    expect(places(at(nomina12, 'Percepciones', 'Percepcion[]'))).toEqual([
      'Complemento.Nomina[0].Percepciones.Percepcion[0]',
      'Complemento.Nomina[0].Percepciones.Percepcion[1]',
    ])
  })

  it('is a complement of a concept, hanging from it', () => {
    const [[node, up, path] = []] = walk(at(hidrocarburosPetroliferos))
    expect([node, up, path]).toEqual([
      { Version: '1.0', NumeroPermiso: 'a' },
      document.Conceptos[0],
      'Conceptos[0].ComplementoConcepto.HidroYPetro',
    ])
  })

  it('treats optional members as empty when absent', () => {
    expect(walk(at(nomina12, 'Emisor?')).map(([node]) => node)).toEqual([{}, { Curp: 'x' }])
    expect(places(at(nomina12, 'Emisor'))).toEqual(['Complemento.Nomina[1].Emisor'])
  })

  it('judges nothing of a complement that is there twice and may be there once', () => {
    const several = { ...cartaPorte31, single: false }
    const twice = { Complemento: { CartaPorte: [{ Version: '3.1' }, { Version: '3.1' }] } }
    expect(places(at(several), twice)).toHaveLength(2)
    expect(places(at(cartaPorte31), twice)).toEqual([])
    const other = { Complemento: { CartaPorte: [{ Version: '2.0' }, { Version: ' 3.1 ' }] } }
    expect(places(at(cartaPorte31), other)).toEqual(['Complemento.CartaPorte[1]'])
  })

  it('takes no object for a version', () => {
    const strange = { Version: { toString: () => '3.1' } }
    expect(places(at(cartaPorte31), { Complemento: { CartaPorte: strange } })).toEqual([])
    expect(
      places(at(cartaPorte31), { Complemento: { CartaPorte: { Version: Object.create(null) } } }),
    ).toEqual([])
  })

  it('knows the declaration', () => {
    expect(() => at(comprobante, 'Concepto[]')).toThrow(TypeError)
    expect(() => at(comprobante, 'Emisor[]')).toThrow(TypeError)
    expect(() => at(nomina12, 'Percepciones.Percepsion[]')).toThrow(TypeError)
    expect(() => nodesOf(nomina12)(cartaPorte31)).toThrow(TypeError)
  })

  it('is typed', () => {
    expectTypeOf(at(comprobante)).toEqualTypeOf<Nodes<Comprobante>>()
    expectTypeOf(at(comprobante, 'Conceptos[]')).toEqualTypeOf<Nodes<Concepto, Comprobante>>()
    type Percepciones = NonNullable<Nomina12['Percepciones']>
    const percepciones = at(nomina12, 'Percepciones', 'Percepcion[]')
    expectTypeOf(percepciones).toExtend<Nodes<Percepciones['Percepcion'][number], Percepciones>>()
  })
})

describe('within', () => {
  it('is nodes of the document for each complement that it carries, hanging from that', () => {
    const nodes = within(at(comprobante, 'Conceptos[]'), at(nomina12))
    expect(nodes).toMatchObject({ element: 'Concepto', path: 'Conceptos[]', tipos: ['N'] })
    expect(walk(nodes).map(([, up]) => up)).toEqual(
      [0, 0, 0, 0, 1, 1, 1, 1].map((index) => document.Complemento.Nomina[index]),
    )
    expect(walk(nodes, { Conceptos: document.Conceptos })).toEqual([])
  })
})

describe('where', () => {
  type Tagged = Readonly<Record<string, unknown>>
  const conceptos = at(comprobante, 'Conceptos[]')
  const isTaxed = ({ Impuestos }: Concepto): boolean => Impuestos !== undefined

  it('selects the nodes for which a condition holds, with the same place and parent', () => {
    const nodes = where(conceptos, isTaxed)
    const { each, ...rest } = conceptos
    expect(nodes).toMatchObject(rest)
    const all = walk<unknown, unknown>(conceptos)
    expect(walk<unknown, unknown>(nodes)).toEqual(
      all.filter(([node]) => (node as Tagged)['Impuestos'] !== undefined),
    )
    expect(places(where(conceptos, () => false))).toEqual([])
  })

  it('passes the parent to the condition', () => {
    const ofFirst = where(at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]'), (_, concepto) =>
      Object.is(concepto, document.Conceptos[0]),
    )
    expect(walk<unknown, unknown>(ofFirst).map(([node]) => node)).toEqual(traslados)
  })

  it('is typed', () => {
    expectTypeOf(where(conceptos, isTaxed)).toEqualTypeOf<Nodes<Concepto, Comprobante>>()
  })
})

describe('nodes of nodes', () => {
  it('are the same object for the same question, so that their tables share a walk', () => {
    const isAny = () => true
    const conceptos = () => at(comprobante, 'Conceptos[]')
    expect(conceptos()).toBe(conceptos())
    expect(where(conceptos(), isAny)).toBe(where(conceptos(), isAny))
    expect(within(conceptos(), at(nomina12))).toBe(within(conceptos(), at(nomina12)))
    expect(where(conceptos(), isAny)).not.toBe(where(conceptos(), () => true))
    expect(where(conceptos(), isAny)).not.toBe(where(at(comprobante), isAny))
    expect(within(conceptos(), at(nomina12))).not.toBe(within(conceptos(), at(cartaPorte31)))
  })
})

describe('carrying', () => {
  it('selects the nodes of a document with at least one carrier, once, with their own parents', () => {
    const nodes = carrying(at(comprobante, 'Conceptos[]'), at(nomina12))
    expect(nodes).toMatchObject({ element: 'Concepto', path: 'Conceptos[]', up: '', tipos: ['N'] })
    expect(walk(nodes)).toEqual(walk(at(comprobante, 'Conceptos[]')))
    expect(walk(nodes, { Conceptos: document.Conceptos })).toEqual([])
  })
})

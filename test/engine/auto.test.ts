/**
 * Amounts derived on the way to a stamp.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { ConceptoDraft } from '../../src/sat/cfdi40/draft.js'
import { csd, draft, fixture, noon } from '../fixtures.js'

let engines: Record<'auto' | 'complete', Engine>
beforeAll(async () => {
  const signers = await csd('person')
  const provider = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
  const options = { signers, provider, clock: () => noon }
  engines = { auto: createEngine(options), complete: createEngine({ ...options, complete: true }) }
})

async function stamp(engine: Engine, json: unknown): Promise<Comprobante> {
  const answer = await engine.stamp(json)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return readCfdi(Buffer.from(answer.cfdi.XML, 'base64'))
}

const { SubTotal, Total, Impuestos, Conceptos, ...form } = draft('ingreso')
const [line] = Conceptos as readonly ConceptoDraft[]

describe('createEngine({ complete })', () => {
  const traslado = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
  const priced = (Cantidad: string, PrecioConImpuestos: string): ConceptoDraft => {
    const { ValorUnitario, Importe, ...rest } = line!
    return { ...rest, Cantidad, PrecioConImpuestos, Impuestos: { Traslados: [traslado] } }
  }

  it('stamps an invoice of which only prices are known', async () => {
    const document = await stamp(engines.complete, {
      ...form,
      Conceptos: [priced('3', '33.33'), priced('1', '0.99')],
    })
    expect(document).toMatchObject({
      SubTotal: '87.05',
      Total: '100.98',
      Conceptos: [
        { ValorUnitario: '28.732759', Importe: '86.198276' },
        { ValorUnitario: '0.853448', Importe: '0.853448' },
      ],
      Impuestos: {
        TotalImpuestosTrasladados: '13.93',
        Traslados: [{ Base: '87.05', Importe: '13.93' }],
      },
    })
  })

  it('is not the default: what is absent is then missing', async () => {
    const answer = await engines.auto.stamp({ ...form, Conceptos: [priced('1', '116')] })
    expect(answer).toMatchObject({ ok: false, code: 702 })
    expect(answer.ok || answer.errors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['SubTotal', 'Total']),
    )
  })

  it('derives where it says "AUTO", and then only there', async () => {
    const asking = { SubTotal: 'AUTO', Descuento: 'AUTO', Total: 'AUTO', Impuestos: 'AUTO' }
    const document = await stamp(engines.auto, { ...form, ...asking, Conceptos })
    expect(document).toMatchObject({ SubTotal, Total, Impuestos })
    expect(document.Descuento).toBeUndefined()
  })
})

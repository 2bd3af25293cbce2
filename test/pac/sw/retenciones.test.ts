/**
 * A retención at SW Sapien: the service and the reply of its documentation.
 * @module
 */
import { expect, it } from 'vitest'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import type { HttpRequest } from '../../../src/pac/adapter/adapter.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { insertTimbre } from '../../../src/seal/insertTimbre.js'
import { seal } from '../../../src/seal/sello.js'
import { soundDocument } from '../../sat/retenciones20/documents.js'

const documents = [retenciones20]
const clock = () => new Date('2026-11-24T16:00:00Z')
const pac = createSandboxPac({ clock, documents })
const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
const { Sello, Certificado, NoCertificado, ...draft } = soundDocument('dividendos')
const sealed = await seal(draft as never, csd, { documents })

it('goes to the service of retenciones, and its stamp is read from the document of the reply', async () => {
  const outcome = await pac.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
  const { xml } = insertTimbre(sealed, outcome.timbre)
  const seen: HttpRequest[] = []
  const send = async (request: HttpRequest) => {
    seen.push(request)
    const body = new TextEncoder().encode(
      JSON.stringify({ status: 'success', data: { cfdi: xml } }),
    )
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  }
  const provider = createProvider(sw({ token: 'T', environment: 'test' }), { send } as never)
  expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped', timbre: outcome.timbre })
  expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/retencion/stamp/v3'])
})

it('is refused by an adapter without retenciones, and nothing is sent', async () => {
  const seen: unknown[] = []
  const send = async (request: unknown) => {
    seen.push(request)
    return { status: 500, headers: {}, body: new Uint8Array() }
  }
  const adapter = finkok({ user: 'u', password: 'p', environment: 'test' } as never)
  const provider = createProvider(adapter, { send } as never)
  expect(await provider.stamp(sealed)).toMatchObject({ kind: 'rejected', scope: 'document' })
  expect(seen).toEqual([])
})

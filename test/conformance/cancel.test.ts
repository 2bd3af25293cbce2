/**
 * The vectors of the cancellation service: signed requests byte for byte, answers with the state
 * they mean.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAcuse } from '../../src/cancel/acuse.js'
import { issuerName } from '../../src/cancel/issuerName.js'
import { signCancellation, signReceiverAnswer, signRelatedQuery } from '../../src/cancel/sign.js'
import { readSatStatus } from '../../src/cancel/status.js'
import type { Certificate } from '../../src/certificate/certificate.js'
import { readCertificate } from '../../src/certificate/certificate.js'
import type { Csd } from '../../src/certificate/csd.js'
import { children, readDer, tags } from '../../src/lib/der.js'
import { writeSequence } from '../../src/lib/derWriter.js'
import { openCsd } from '../../src/node/openCsd.js'
import { openCsdWebCrypto } from '../../src/seal/webcrypto.js'
import { altered, verifiedByXmlCrypto, verifiedByXmlsec } from '../cancel/verifiers.js'
import { describeWith } from '../programs.js'
import { shared } from './shared.js'

const lines = <Line>(name: string): Line[] =>
  readFileSync(`${shared}conformance/cancel/${name}.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

interface Vector {
  readonly id: string
  readonly kind: string
  readonly csd: string
  readonly inputs: Readonly<Record<string, string>>
  readonly xml_base64: string
}

const vectors = lines<Vector>('vectors')
const filesOf = (csd: string) => ({
  cer: readFileSync(`${shared}csd/${csd}.cer`),
  key: readFileSync(`${shared}csd/${csd}.key`),
  password: '12345678a',
})

function signVector({ kind, inputs }: Vector, csd: Csd): Promise<{ readonly xml: string }> {
  const { instant, rfc, ...rest } = inputs
  const request = { ...rest, ...(instant && { at: new Date(instant) }) } as never
  if (kind === 'SolicitudAceptacionRechazo') return signReceiverAnswer(request, csd)
  if (kind === 'PeticionConsultaRelacionados') return signRelatedQuery(request, csd)
  const service = kind === 'Cancelacion' ? 'cfdi' : 'retenciones'
  return signCancellation({ ...(request as object), service, rfcEmisor: rfc } as never, csd)
}

const expectedOf = ({ xml_base64 }: Vector) => Buffer.from(xml_base64, 'base64').toString('utf8')

describe('signed requests', () => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s is written byte for byte',
    async (_, vector) => {
      expect((await signVector(vector, await openCsd(filesOf(vector.csd)))).xml).toBe(
        expectedOf(vector),
      )
      expect((await signVector(vector, await openCsdWebCrypto(filesOf(vector.csd)))).xml).toBe(
        expectedOf(vector),
      )
    },
  )

  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s: xml-crypto verifies it',
    (_, vector) => {
      const certificate = readCertificate(filesOf(vector.csd).cer)
      expect(verifiedByXmlCrypto(expectedOf(vector), certificate)).toBe(true)
      for (const other of altered(expectedOf(vector)))
        expect(verifiedByXmlCrypto(other, certificate)).toBe(false)
    },
  )

  describeWith('xmlsec1', 'xmlsec1', () => {
    it.each(vectors.map((vector) => [vector.id, vector] as const))(
      '%s: verifies it',
      async (_, vector) => {
        const certificate = readCertificate(filesOf(vector.csd).cer)
        expect(await verifiedByXmlsec(expectedOf(vector), certificate)).toBe(true)
        for (const other of altered(expectedOf(vector)))
          expect(await verifiedByXmlsec(other, certificate)).toBe(false)
      },
    )
  })
})

interface Name {
  readonly note: string
  readonly name_der_base64: string
  readonly expected: string
}

/** A certificate that says to be issued by a name, its signature broken by that. */
function issuedBy(name: Uint8Array): Certificate {
  const [tbs, ...rest] = children(
    readDer(readFileSync(`${shared}csd/EKU9003173C9_csd.cer`)),
    tags.sequence,
  )
  const fields = children(tbs, tags.sequence).map(({ bytes }) => bytes)
  const changed = writeSequence(...fields.map((field, index) => (index === 3 ? name : field)))
  return readCertificate(writeSequence(changed, ...rest.map(({ bytes }) => bytes)))
}

it.each(lines<Name>('issuer-names').map((line) => [line.note, line] as const))(
  'issuer name: %s',
  (_, line) => {
    const { issuer } = issuedBy(Buffer.from(line.name_der_base64, 'base64'))
    expect(issuerName(issuer)).toBe(line.expected)
  },
)

interface Reply {
  readonly id: string
  readonly note: string
  readonly http: number
  readonly contentType: string
  readonly body: string
  readonly expected: Readonly<Record<string, unknown>>
}

/** What is expected of one member, where a list says that any of its values will do. */
const oneOf = (expected: unknown): readonly unknown[] =>
  Array.isArray(expected) ? expected : [expected]

/**
 * Lines that came before what issue 25, item 10, decided: `Estado: Cancelado` is cancelled whatever
 * else is empty, and "Cancelable sin aceptación / En proceso" is a request under way.
 */
const superseded: Readonly<Record<string, string>> = {
  'status-13': 'verifying',
  'status-21': 'cancelled',
}

it.each(lines<Reply>('status').map((line) => [line.id, line.note, line] as const))(
  '%s: %s',
  (_, __, line) => {
    const headers = { 'content-type': line.contentType }
    const answer = readSatStatus({
      status: line.http,
      headers,
      body: new TextEncoder().encode(line.body),
    })
    const { state, ...said } = {
      ...line.expected,
      ...(superseded[line.id] && { state: superseded[line.id] }),
    }
    expect(oneOf(state)).toContain(answer.state)
    if (!Array.isArray(state)) expect(answer).toMatchObject(said)
  },
)

interface AcuseLine {
  readonly id: string
  readonly note: string
  readonly service: 'cfdi' | 'retenciones'
  readonly uuid: string
  readonly body: string
  readonly expected: Readonly<Record<string, unknown>>
}

it.each(lines<AcuseLine>('acuse').map((line) => [line.id, line.note, line] as const))(
  '%s: %s',
  (_, __, line) => {
    const read = readAcuse(line.body, line)
    const { class: expected, ...said } = line.expected
    expect(oneOf(expected)).toContain(read.class)
    expect(read).toMatchObject(said)
    expect(read.acuse).toBe(line.body)
  },
)

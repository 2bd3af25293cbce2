/**
 * Parts written by hand beside the well-kept libraries that do the same, on the same input: the
 * numbers of docs/en/dependencies.md. `npx tsx bench/dependencies.ts`. Times are minima of
 * interleaved rounds, in microseconds of the processor; sizes are those of node_modules.
 * @module
 */
import { createDecipheriv, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { fromZonedTime } from 'date-fns-tz'
import forge from 'node-forge'
import * as pkijs from 'pkijs'
import { readCertificate } from '../src/certificate/certificate.js'
import { decryptPortable } from '../src/certificate/des.js'
import { instant } from '../src/lib/time.js'

interface Subject {
  readonly part: string
  readonly by: string
  readonly run: () => unknown
}

const der = new Uint8Array(readFileSync(new URL('../fixtures/csd/company.cer', import.meta.url)))
const binary = Buffer.from(der).toString('binary')
const [key, iv] = [new Uint8Array(24).map((_, at) => at * 7 + 1), new Uint8Array(8)]
const data = new Uint8Array(1216)

function desOfForge(): unknown {
  const decipher = forge.cipher.createDecipher('3DES-CBC', Buffer.from(key).toString('binary'))
  decipher.start({ iv: Buffer.from(iv).toString('binary') })
  decipher.update(forge.util.createBuffer(Buffer.from(data).toString('binary')))
  return decipher.output
}

function desOfNode(): unknown {
  const decipher = createDecipheriv('des-ede3-cbc', key, iv).setAutoPadding(false)
  return decipher.update(data)
}

const subjects: readonly Subject[] = [
  { part: 'certificate', by: 'ours', run: () => readCertificate(der) },
  { part: 'certificate', by: 'node:crypto', run: () => new X509Certificate(der).subject },
  { part: 'certificate', by: '@peculiar/x509', run: () => new x509.X509Certificate(der).subject },
  {
    part: 'certificate',
    by: 'node-forge',
    run: () => forge.pki.certificateFromAsn1(forge.asn1.fromDer(binary)),
  },
  { part: 'certificate', by: 'pkijs', run: () => pkijs.Certificate.fromBER(der) },
  { part: '3DES, 1,216 bytes', by: 'ours, tables', run: () => decryptPortable(key, iv, data) },
  { part: '3DES, 1,216 bytes', by: 'node-forge', run: desOfForge },
  { part: '3DES, 1,216 bytes', by: 'node:crypto', run: desOfNode },
  {
    part: 'time zone',
    by: 'ours',
    run: () => instant('2026-11-25T12:00:00', 'America/Tijuana'),
  },
  {
    part: 'time zone',
    by: 'date-fns-tz',
    run: () => fromZonedTime('2026-11-25T12:00:00', 'America/Tijuana'),
  },
]

/** Microseconds of the processor for one run. */
function timed(run: () => unknown): number {
  const began = process.cpuUsage()
  let count = 0
  const end = performance.now() + 30
  while (performance.now() < end) {
    for (let at = 0; at < 20; at++) run()
    count += 20
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / count
}

const least = new Map<Subject, number>()
for (let round = 0; round < 12; round++)
  for (const subject of subjects)
    least.set(subject, Math.min(least.get(subject) ?? Infinity, timed(subject.run)))
for (const [{ part, by }, time] of least)
  process.stdout.write(`${part.padEnd(20)} ${by.padEnd(16)} ${time.toFixed(1)} µs\n`)

function sizeOf(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

for (const name of [
  'xmlbuilder2',
  'xml-crypto',
  'fast-xml-parser',
  '@peculiar/x509',
  'pkijs',
  'node-forge',
  'date-fns-tz',
  'zod',
  'fast-check',
  'standardwebhooks',
]) {
  const path = new URL(`../node_modules/${name}`, import.meta.url).pathname
  if (existsSync(path))
    process.stdout.write(`${name.padEnd(20)} ${(sizeOf(path) / 1e6).toFixed(2)} MB\n`)
}

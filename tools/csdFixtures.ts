/**
 * Generates fixtures/csd: `npx tsx tools/csdFixtures.ts`. Requires the openssl command.
 *
 * RSA keys are random, so the files are committed. Run it only to change their content; every file
 * changes then, the root included.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAuthority, type Issued } from '../src/pac/sandbox/authority.js'

const folder = fileURLToPath(new URL('../fixtures/csd/', import.meta.url))
const dates = {
  validFrom: new Date('2020-01-01T06:00:00Z'),
  validTo: new Date('2049-12-31T23:59:59Z'),
}

/** The SAT's encryption: PBKDF2 with HMAC-SHA1, 2048 iterations, triple DES. */
const asTheSat = ['-v2', 'des3', '-v2prf', 'hmacWithSHA1', '-iter', '2048']
const aes256 = ['-v2', 'aes-256-cbc', '-v2prf', 'hmacWithSHA256', '-iter', '10000']
const ascii = Buffer.from('12345678a')
const latin1 = Buffer.from('contraseña', 'latin1')

const company = { rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV', ...dates }
const ampersand = { rfc: 'C&L180905J49', name: 'CAFE & LIBROS DEL SUR S DE RL DE CV', ...dates }
const enye = { rfc: 'PÑA110620H80', name: 'PIÑATAS ÑANDU SA DE CV', ...dates }
const person = {
  rfc: 'TOAM850417U21',
  name: 'MARIANA TORRES ACOSTA',
  curp: 'TOAM850417MDFRCR02',
  ...dates,
}
const pac = { rfc: 'TPR170928K35', name: 'TIMBRES DE PRUEBA SA DE CV', ...dates }

const authority = createAuthority({ clock: () => dates.validFrom, firstSerial: 600_000_001 })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'root.cer'), (await authority.root()).der)
write('company', await authority.issueCsd(company), asTheSat, ascii)
write('ampersand', await authority.issueCsd(ampersand), aes256, ascii)
write('enye', await authority.issueCsd(enye), asTheSat, latin1)
write('person', await authority.issueCsd(person), asTheSat, ascii)
write('efirma', await authority.issueEfirma(company), asTheSat, ascii)
write('pac', await authority.issuePac(pac), asTheSat, ascii)

function write(name: string, issued: Issued, encryption: string[], phrase: Buffer): void {
  writeFileSync(join(folder, `${name}.cer`), issued.certificateDer)
  writeFileSync(join(folder, `${name}.key`), encrypt(issued.privateKeyPkcs8, encryption, phrase))
}

/** Passes the pass phrase in a file: an argument would be encoded as UTF-8 again. */
function encrypt(pkcs8: Uint8Array, encryption: string[], phrase: Buffer): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'csd-'))
  const passFile = join(scratch, 'phrase')
  writeFileSync(passFile, phrase)
  const options = [
    '-inform',
    'DER',
    '-outform',
    'DER',
    ...encryption,
    '-passout',
    `file:${passFile}`,
  ]
  try {
    return execFileSync('openssl', ['pkcs8', '-topk8', ...options], { input: pkcs8 })
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

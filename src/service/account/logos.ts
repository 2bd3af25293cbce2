/**
 * The logos that accounts upload. Only an image that was decoded and written again is stored. The
 * account's record has the facts of each, so that a stamp reads nothing more.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { type Refusal, refuse, refuseField } from '../answer.js'
import { noLogo, type PdfChoices, type PdfRequest, usualLogo } from '../handlers/pdfChoices.js'
import type { AllRecords, ServiceStore } from '../ports.js'
import type { AccountRecord, LogoSummary } from '../records.js'
import { requireActive } from './csds.js'

/** Maximum logos of an account, and bytes of one, as received and as written again. */
const mostLogos = 20
export const mostLogoBytes = 1_000_000

/**
 * Decodes an uploaded image and writes it again, or resolves to the reason in Spanish: `encodeLogo`
 * of `cfdi-stamp/pdf`.
 */
export type EncodeLogo = (
  image: Uint8Array,
) => Promise<
  | { readonly ok: true; readonly type: LogoSummary['type']; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string }
>

/** Dependencies of the logos of an environment. */
export interface LogoSettings {
  readonly store: ServiceStore
  readonly encodeLogo: EncodeLogo | undefined
  readonly now: () => number
}

function logoId(account: string, name: string): string {
  return `${account}/${name}`
}

/** Accounts whose logo is decoded now: each may occupy the decoder once. */
const decoding = new Set<string>()

/**
 * Writes an uploaded image again and stores it, in place of the one of that name. `done` is called
 * in the same transaction.
 * @throws Refusal 739 with the reason, 733 while another one of the account is decoded
 */
export async function putLogo(
  { store, encodeLogo, now }: LogoSettings,
  { id }: Pick<AccountRecord, 'id'>,
  { name, image }: { readonly name: string; readonly image: Uint8Array },
  done: (tables: AllRecords) => Promise<unknown> = async () => {},
): Promise<LogoSummary> {
  if (encodeLogo === undefined) throw refuseLogo('El servicio no recibe logos.')
  if (image.length > mostLogoBytes) throw refuseLogo('El archivo mide más de 1 MB.')
  if (decoding.has(id)) throw refuse('limit')
  decoding.add(id)
  const made = await encodeLogo(image).finally(() => decoding.delete(id))
  if (!made.ok) throw refuseLogo(made.message)
  const { type, bytes } = made
  if (bytes.length > mostLogoBytes)
    throw refuseLogo('La imagen tiene demasiado detalle: use una más pequeña o más simple.')
  const logo = { name, type, bytes: bytes.length, uploaded: now() }
  return store.transaction(async (tables) => {
    const current = await requireActive(tables, id)
    const others = (current.logos ?? []).filter((one) => one.name !== name)
    if (others.length >= mostLogos)
      throw refuseLogo(`La cuenta ya tiene ${mostLogos} logos: quite alguno.`)
    const content = encodeBase64(bytes)
    await tables.logos.put({ id: logoId(id, name), owner: id, at: logo.uploaded, content })
    await tables.accounts.put({ ...current, logos: [...others, logo] })
    await done(tables)
    return logo
  })
}

/** Removes a logo of an account. Resolves to `false` when it has none of that name. */
export function removeLogoOf(
  store: ServiceStore,
  account: string,
  name: string,
  done: (tables: AllRecords) => Promise<unknown> = async () => {},
): Promise<boolean> {
  return store.transaction(async (tables) => {
    const current = await requireActive(tables, account)
    const logos = (current.logos ?? []).filter((one) => one.name !== name)
    await tables.accounts.put({ ...current, logos })
    const isRemoved = await tables.logos.remove(logoId(account, name))
    if (isRemoved) await done(tables)
    return isRemoved
  })
}

/** Resolves to the bytes of a logo, or to undefined. */
export async function loadLogo(
  { logos }: Pick<AllRecords, 'logos'>,
  account: string,
  name: string,
): Promise<Uint8Array | undefined> {
  const record = await logos.get(logoId(account, name))
  return record && decodeBase64(record.content)
}

/** Returns why the chosen logo cannot be used; undefined when it can. */
export function logoProblem(
  { logos = [] }: Pick<AccountRecord, 'logos'>,
  { logo = noLogo }: PdfChoices = {},
): string | undefined {
  if (logo === noLogo || logos.some(({ name }) => name === logo)) return undefined
  const names = logos.map(({ name }) => name).join(', ')
  const hint = names === '' ? 'No ha subido ninguno.' : `Los que hay: ${names}.`
  return `La cuenta no tiene un logo ${logo}. ${hint}`
}

/** @throws Refusal 725 when the account has no logo of the chosen name */
export function requireLogo(account: Pick<AccountRecord, 'logos'>, choices?: PdfChoices): void {
  const problem = logoProblem(account, choices)
  if (problem !== undefined) throw refuseField('logo', problem)
}

/**
 * Returns the choices of a PDF: those of its request over those of its account, with the image of
 * the logo. A removed logo is left out.
 */
export async function wantedOf(
  { store }: { readonly store: Pick<AllRecords, 'logos'> },
  account: AccountRecord | undefined,
  own: PdfChoices | undefined,
): Promise<Omit<PdfRequest, 'environment' | 'cancelled'>> {
  const { logo: name = usualLogo, ...choices } = { ...account?.pdf, ...own }
  const isKnown = account?.logos?.some((one) => one.name === name)
  if (account === undefined || isKnown !== true) return choices
  const logo = await loadLogo(store, account.id, name)
  return logo === undefined ? choices : { ...choices, logo }
}

function refuseLogo(message: string): Refusal {
  return refuse('logo', { message, errors: [{ element: 'request', field: 'archivo', message }] })
}

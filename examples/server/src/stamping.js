/**
 * The service with the environments of the settings: always the sandbox, and production if it has
 * PACs.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { failover } from 'cfdi-stamp'
import { readAcuse } from 'cfdi-stamp/cancel'
import { openCsdFolder } from 'cfdi-stamp/node'
import { connect } from 'cfdi-stamp/pac/connect'
import { encodeLogo, renderAcusePdf } from 'cfdi-stamp/pdf'
import { createPostgresServiceStore, createPostgresStore } from 'cfdi-stamp/postgres'
import { createRecordDocuments, createService, judgeWebhookUrl } from 'cfdi-stamp/service'
import { documents } from './documents.js'
import { createMeter } from './meter.js'
import { choicesOf, renderChosen } from './pdf.js'
import { createSandbox } from './sandbox.js'
import { observeEnvironment } from './telemetry.js'

/** Where each environment is in the database. */
export const schemas = { sandbox: 'cfdi_sandbox', production: 'cfdi_production' }

/**
 * The service, and the stores of its environments. `pdf` renders a document with its choices, and
 * `logo` writes an uploaded logo again. `doors` replaces dependencies in tests, by environment.
 */
export async function openStamping(
  settings,
  database,
  {
    observe = () => {},
    log,
    meter = createMeter(),
    doors = {},
    pdf = renderChosen,
    logo = encodeLogo,
  },
) {
  const names = ['sandbox', 'production'].filter(
    (name) => name === 'sandbox' || settings.productionPacs !== undefined,
  )
  const environments = {}
  for (const name of names)
    environments[name] = {
      ...(await openEnvironment(name, settings, database, { log, meter })),
      ...doors[name],
    }
  const service = createService({
    environments,
    links: { base: settings.publicUrl, secret: await linkSecret(settings, database) },
    addresses: addressesOf(settings),
    pdf: (xml, wanted) => pdf(xml, choicesOf(wanted)),
    encodeLogo: logo,
    acusePdf: (acuse, uuid) => renderAcusePdf(readAcuse(acuse, { uuid })),
    acceptsWebhook: ({ href }) => judgeWebhookUrl(href, settings.webhookAllow).ok,
    mail: mailOf(settings),
    vault: database.vault,
    retirement: retirementOf(settings),
    limits: { calls: { atOnce: settings.accountAtOnce, perMinute: settings.accountPerMinute } },
    observe,
  })
  return {
    service,
    stores: Object.fromEntries(names.map((name) => [name, environments[name].store])),
  }
}

async function openEnvironment(name, settings, { client, vault }, { log, meter }) {
  const { on, onRound, ...telemetry } = observeEnvironment(name, meter)
  const schema = schemas[name]
  const engineStore = createPostgresStore(client, { schema })
  const { journal, orders, folios, cancellations } = engineStore
  const store = createPostgresServiceStore(client, { schema, store: engineStore })
  const documentStore = createRecordDocuments(store)
  const [pacs, folder, one, passwords = {}] = [
    ...['Pacs', 'CsdFolder', 'CsdPassword', 'CsdPasswords'],
  ].map((part) => settings[name + part])
  // By the name of the .key file, without its extension.
  const password = (file) => passwords[file.replace(/\.[^.]+$/, '')] ?? one ?? ''
  const who =
    pacs === undefined
      ? createSandbox({ store, documentStore, orders, journal, vault })
      : {
          ...(await openCsds({ folder, password }, log)),
          provider: providerOf(pacs, name, journal, telemetry),
        }
  // The keys of a process are its own for so long after its last heartbeat, however long a stamp
  // takes.
  const lease = settings.leaseSeconds * 1000
  const { cancelDuplicates } = settings
  return {
    ...who,
    ...{ on, onRound, lease, orders, folios, cancellations, store, documents, documentStore },
    cancelDuplicates,
  }
}

/**
 * Connects one PAC directly, several with a failover. The sandbox uses the test service of each.
 */
function providerOf(pacs, name, journal, { failover: on, send }) {
  const each = /** @type {[import('cfdi-stamp/pac/connect').PacName, object][]} */ (
    Object.entries(pacs)
  )
  const all = each.map(([pac, account]) =>
    connect(pac, /** @type {never} */ ({ ...account, sandbox: name === 'sandbox', send })),
  )
  return all.length === 1 ? all[0] : failover(all, { journal, on })
}

async function openCsds({ folder, password }, log) {
  // Without a folder, accounts have the CSDs that they upload.
  if (folder === undefined) return { signers: () => undefined }
  const { signers } = await openCsdFolder({
    folder,
    password,
    onWarning: ({ kind }) => log('warn', 'csd', { kind }),
  })
  return { signers }
}

/** The announced end of the interface, with its days as dates. */
function retirementOf({ retirement }) {
  if (retirement === undefined) return undefined
  const [announced, ends] = [new Date(retirement.announced), new Date(retirement.ends)]
  return { ...retirement, announced, ends }
}

/** URLs of environments with addresses of their own. */
export function addressesOf({ sandboxUrl: sandbox, productionUrl: production }) {
  return { ...(sandbox && { sandbox }), ...(production && { production }) }
}

/** The server mails if it has SMTP. A host has the addresses of its clients in its own tables. */
function mailOf({ smtpUrl, mailAddresses }) {
  return smtpUrl === undefined ? undefined : { to: ({ receptor }) => mailAddresses[receptor] ?? [] }
}

/** Without one of the settings one is made, and kept: links must outlive the process. */
async function linkSecret({ linkSecret: given }, { keep }) {
  return (
    given ?? Buffer.from(await keep('link secret', () => randomBytes(32).toString('hex')), 'hex')
  )
}

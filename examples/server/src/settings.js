/**
 * Settings from environment variables. Errors never contain a value, which may be a secret.
 * @module
 */

/**
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} host
 * @property {string} [publicUrl]
 * @property {string} [sandboxUrl]
 * @property {string} [productionUrl]
 * @property {number} [productionPort]
 * @property {string} [databaseUrl]
 * @property {string} dataFolder
 * @property {Uint8Array} [linkSecret]
 * @property {Uint8Array[]} masterKey
 * @property {boolean} masterKeyLost
 * @property {string} [smtpUrl]
 * @property {string} mailFrom
 * @property {Record<string, string[]>} mailAddresses
 * @property {string[]} webhookAllow
 * @property {number} mostAtOnce
 * @property {number} accountAtOnce
 * @property {number} accountPerMinute
 * @property {number} leaseSeconds
 * @property {boolean} cancelDuplicates
 * @property {number} metricsAccounts
 * @property {string[]} corsOrigins
 * @property {{ announced: string, ends: string, url: string }} [retirement]
 * @property {boolean} productionWithoutMasterKey
 * @property {Record<string, object>} [sandboxPacs]
 * @property {string} [otelMetricsExporter]
 * @property {string} [otelExporterOtlpEndpoint]
 * @property {string} [sandboxCsdFolder]
 * @property {string} [sandboxCsdPassword]
 * @property {Record<string, string>} sandboxCsdPasswords
 * @property {Record<string, object>} [productionPacs]
 * @property {string} [productionCsdFolder]
 * @property {string} [productionCsdPassword]
 * @property {Record<string, string>} productionCsdPasswords
 */

/**
 * Each variable: its reader and its default.
 * @type {Record<string, [(given: string) => unknown, unknown]>}
 */
const variables = {
  PORT: [whole, 3000],
  HOST: [text, '127.0.0.1'],
  PUBLIC_URL: [url, undefined],
  SANDBOX_URL: [url, undefined],
  PRODUCTION_URL: [url, undefined],
  PRODUCTION_PORT: [whole, undefined],
  DATABASE_URL: [text, undefined],
  DATA_FOLDER: [text, 'data'],
  LINK_SECRET: [secret, undefined],
  MASTER_KEY: [secrets, []],
  MASTER_KEY_LOST: [yes, false],
  SMTP_URL: [url, undefined],
  MAIL_FROM: [text, 'facturas@example.mx'],
  MAIL_ADDRESSES: [json, {}],
  WEBHOOK_ALLOW: [list, []],
  MOST_AT_ONCE: [whole, 512],
  ACCOUNT_AT_ONCE: [whole, 32],
  ACCOUNT_PER_MINUTE: [whole, 30_000],
  LEASE_SECONDS: [whole, 15],
  CANCEL_DUPLICATES: [yes, false],
  METRICS_ACCOUNTS: [whole, 0],
  CORS_ORIGINS: [list, []],
  RETIREMENT: [texts, undefined],
  PRODUCTION_WITHOUT_MASTER_KEY: [yes, false],
  OTEL_METRICS_EXPORTER: [text, undefined],
  OTEL_EXPORTER_OTLP_ENDPOINT: [text, undefined],
  SANDBOX_PACS: [json, undefined],
  SANDBOX_CSD_FOLDER: [text, undefined],
  SANDBOX_CSD_PASSWORD: [text, undefined],
  SANDBOX_CSD_PASSWORDS: [texts, {}],
  PRODUCTION_PACS: [json, undefined],
  PRODUCTION_CSD_FOLDER: [text, undefined],
  PRODUCTION_CSD_PASSWORD: [text, undefined],
  PRODUCTION_CSD_PASSWORDS: [texts, {}],
}

/**
 * The settings, by the names of the variables in camel case.
 * @returns {Settings}
 * @throws TypeError with the names of all variables that cannot be read
 */
export function readSettings(env = process.env) {
  const wrong = []
  const settings = []
  for (const [name, [read, absent]] of Object.entries(variables)) {
    const given = env[name]
    const value = given === undefined || given === '' ? absent : read(given)
    if (value === undefined && given) wrong.push(name)
    settings.push([camel(name), value])
  }
  for (const place of ['SANDBOX', 'PRODUCTION'])
    if (env[`${place}_PACS`] && !env[`${place}_CSD_FOLDER`] && !env.MASTER_KEY)
      wrong.push(`${place}_CSD_FOLDER`)
  if (wrong.length > 0) throw new TypeError(`cannot read ${wrong.join(', ')}`)
  const read = Object.fromEntries(settings)
  requireMasterKey(read)
  return read
}

/**
 * PGlite has a master key of its own; PostgreSQL does not.
 * @param {Settings} settings
 * @throws TypeError for production whose secrets would be stored in the clear
 */
function requireMasterKey(settings) {
  const { productionPacs, databaseUrl, masterKey, productionWithoutMasterKey } = settings
  if (productionPacs === undefined || databaseUrl === undefined) return
  if (masterKey.length > 0 || productionWithoutMasterKey) return
  throw new TypeError(
    'production needs MASTER_KEY, which seals secrets of webhooks in the database: openssl rand -hex 32. To store them in the clear, set PRODUCTION_WITHOUT_MASTER_KEY=yes',
  )
}

const camel = (name) => name.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase())

function text(given) {
  return given
}

/** Parses a URL here, because the errors of other parsers quote it with its password. */
function url(given) {
  return URL.canParse(given) ? given : undefined
}

function list(given) {
  return given.split(',').map((one) => one.trim())
}

function whole(given) {
  return /^\d{1,6}$/.test(given) ? Number(given) : undefined
}

function yes(given) {
  return { yes: true, no: false }[given]
}

/** 32 bytes or more, in hexadecimal. */
function secret(given) {
  return /^([0-9a-f]{2}){32,}$/i.test(given) ? Buffer.from(given, 'hex') : undefined
}

/** Keys of 32 bytes in hexadecimal, separated by commas. */
function secrets(given) {
  const all = list(given).map(secret)
  return all.every((key) => key?.length === 32) ? all : undefined
}

/** An object of texts, as JSON. */
function texts(given) {
  const read = json(given)
  const isTexts = Object.values(Object(read)).every((text) => typeof text === 'string')
  return isTexts && Object.keys(Object(read)).length > 0 ? read : undefined
}

function json(given) {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

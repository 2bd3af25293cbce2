/**
 * Background jobs: interrupted stamps, cancellations, deliveries, mail. Any number of processes may
 * run them concurrently and repeatedly, because rows are leased.
 *
 * Deliveries and mail run in every process: a run lasts while a receiver is silent, and takes new
 * rows meanwhile. For the rest a queue is the timer: it fires in one process at a time and survives
 * dead ones.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicSend } from 'cfdi-stamp/node'
import { deliverEvents, sendMails } from 'cfdi-stamp/service'
import nodemailer from 'nodemailer'
import { documents } from './documents.js'

/** Seconds between two runs of each. */
const every = { recover: 60, refresh: 5, deliver: 1, mail: 2 }

/** Jobs that run in every process. */
const inEach = ['deliver', 'mail']

/** Creates the jobs, by name. */
export function createJobs({ service, stores, settings, vault, observe }) {
  const each = (work) =>
    Promise.all(Object.entries(stores).map(([name, store]) => work(store, name)))
  const send = createPublicSend({ allow: settings.webhookAllow })
  const jobs = {
    recover: () => service.recover(),
    refresh: () => service.refresh(),
    deliver: (signal) =>
      each((store, environment) =>
        deliverEvents(store, {
          ...{ send, vault, allow: settings.webhookAllow, signal },
          observe: (tried) => observe(tried, environment),
        }),
      ),
  }
  return settings.smtpUrl === undefined
    ? jobs
    : { ...jobs, mail: mailing({ service, settings, observe, each }) }
}

function mailing({ service, settings, observe, each }) {
  const { smtpUrl, mailFrom } = settings
  const transport = nodemailer.createTransport(smtpUrl)
  return (signal) =>
    each((store, environment) =>
      sendMails(store, {
        environment,
        send: (message) => transport.sendMail(message),
        document: (uuid, kind) => service.document(environment, kind, uuid),
        from: { address: mailFrom },
        documents,
        signal,
        observe: (tried) => observe(tried, environment),
      }),
    )
}

/**
 * Runs each job repeatedly, one run at a time. Failures are logged and retried. Returns the
 * function that stops the jobs after their current runs.
 */
export function startIntervals(jobs, log) {
  const stopping = new AbortController()
  const loops = Object.entries(jobs).map(async ([name, job]) => {
    while (!stopping.signal.aborted) {
      await job(stopping.signal).catch((cause) => log('error', 'job', { job: name, cause }))
      await pause(every[name] * 1000, stopping.signal)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function pause(ms, signal) {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/**
 * Runs jobs with pg-boss, in the same database: each job is one row of its queue, rescheduled after
 * each run. After a crash another process takes it over.
 */
export async function startBoss(jobs, log, connectionString) {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString, max: 4 })
  boss.on('error', (cause) => log('error', 'queue', { cause }))
  await boss.start()
  const stopping = new AbortController()
  for (const [name, job] of Object.entries(jobs)) {
    await boss.createQueue(name, { policy: 'short', expireInSeconds: 300, retryLimit: 0 })
    await boss.work(name, { pollingIntervalSeconds: Math.min(every[name], 2) }, async () => {
      await job(stopping.signal).catch((cause) => log('error', 'job', { job: name, cause }))
      if (!stopping.signal.aborted) await boss.send(name, {}, { startAfter: every[name] })
    })
    await boss.send(name, {})
  }
  // A job that was lost with its process begins again.
  const again = setInterval(
    () => Object.keys(jobs).map((name) => boss.send(name, {}).catch(() => {})),
    60_000,
  )
  return async () => {
    clearInterval(again)
    stopping.abort()
    await boss.stop({ graceful: true, timeout: 20_000 })
  }
}

/** pg-boss where it can be: a PostgreSQL, and the Node that it needs. */
export async function startLater({ jobs, log, database, databaseUrl }) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isBoss = database.kind === 'postgres' && (major > 22 || (major === 22 && minor >= 12))
  log('info', 'later', { by: isBoss ? 'pg-boss' : 'intervals' })
  if (!isBoss) return startIntervals(jobs, log)
  const all = Object.entries(jobs)
  const [own, shared] = [true, false].map((isOwn) =>
    Object.fromEntries(all.filter(([name]) => inEach.includes(name) === isOwn)),
  )
  const stop = [startIntervals(own, log), await startBoss(shared, log, databaseUrl)]
  return () => Promise.all(stop.map((end) => end()))
}

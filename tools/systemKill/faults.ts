/** Faults of the kill test, distributed over the answered orders. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../test/postgres/server.js'
import { chance } from './chance.js'
import type { Host } from './hosts.js'
import type { Network } from './network.js'

/** Targets of the faults. */
export interface FaultPlan {
  readonly hosts: readonly Host[]
  readonly server: Server
  readonly network: Network
  /** Number of kills of a host; the numbers of other faults follow from it. */
  readonly kills: number
  readonly seed: number
  readonly say: (words: string) => void
}

/** Plans the faults of a run. */
export function planFaults({ hosts, server, network, kills, seed, say }: FaultPlan) {
  const random = chance(seed + 1)
  const counts = { kills: 0, suspended: 0, databaseKilled: 0, databaseCut: 0, databaseSwallowed: 0 }
  const hostAt = (at: number) => hosts[at % hosts.length] as Host
  let isOver = false

  const kill = async (at: number) => {
    counts.kills++
    hostAt(at).kill()
  }
  /** Longer than a lease. */
  const suspend = async (at: number) => {
    counts.suspended++
    say(`${hostAt(at).name} is suspended for 20 s`)
    await hostAt(at).suspend(20_000)
  }
  const killDatabase = async () => {
    counts.databaseKilled++
    say('PostgreSQL is killed')
    await server.kill()
    await sleep(500)
    await server.start()
  }
  const cutDatabase = async () => {
    counts.databaseCut++
    network.cut()
  }
  const swallow = async () => {
    counts.databaseSwallowed++
    say('the network swallows for 10 s')
    await network.swallow(10_000)
  }
  const times = (count: number, of: 'host' | 'database', run: (at: number) => Promise<void>) =>
    Array.from({ length: count }, (_, at) => ({
      at: (at + 0.1 + 0.8 * random()) / count,
      of,
      run: () => run(at),
    }))
  const few = Math.ceil(kills / 9)
  const plan = [
    ...times(kills, 'host', kill),
    ...times(few, 'host', suspend),
    ...times(few, 'database', killDatabase),
    ...times(Math.ceil(kills / 3), 'database', cutDatabase),
    ...times(few, 'database', swallow),
  ].sort((one, other) => one.at - other.at)

  return {
    counts,
    /** Runs each fault when it is due; those of the database one after the other. */
    async run(progress: () => number): Promise<void> {
      let database: Promise<unknown> = Promise.resolve()
      const running: Promise<unknown>[] = []
      for (const { at, of, run } of plan) {
        while (progress() < at && !isOver) await sleep(20)
        if (isOver) break
        if (of === 'database') database = database.then(run)
        else running.push(run())
      }
      await Promise.all([database, ...running])
    },
    /** Starts no further faults. */
    end(): void {
      isOver = true
    },
  }
}

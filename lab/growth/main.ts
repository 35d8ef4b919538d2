import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { startGateway } from '../load/start-gateway.ts'
import { actionCases } from './actions.ts'
import { callCases } from './calls.ts'
import { jobCases } from './jobs.ts'
import { type Case, type CaseKind, problemOf, type Took, tookOf } from './judge.ts'
import { openShop, type Shop } from './shop.ts'

const help = `What takes longer in a large shop than in a small one: every call of customers, every read of operators, acts as previews, and jobs that recur,
each on both in turn.

  npm run lab -- large --orders 100000 --folder ./data-small --fast
  npm run lab -- large --orders 1000000 --folder ./data-large --fast
  npm run lab -- growth [--small ./data-small] [--large ./data-large] [--times 40] [--only TEXT] [--without TEXT] [--kinds call,read,act,job]

--only, --without   those whose name has this text, or has not: a walk through all of ten million orders takes half an hour
It fails where the median, the 99th percentile and the least are all above 1.25 times those of the small shop (calls), or 1.5 times (all else), or
where something takes longer than two seconds that does not go in steps. Calls and jobs change both shops.`

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: './data-small' },
    large: { type: 'string', default: './data-large' },
    times: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    without: { type: 'string' },
    kinds: { type: 'string', default: 'read,act,call,job' },
    help: { type: 'boolean', short: 'h' },
  },
})

const warmUp = 3
const patienceMs = 20_000

async function time(one: Case, shop: Shop, round: number): Promise<{ ms: number; said: string }> {
  const work = await one.ready(shop, round)
  const before = performance.now()
  const said = await work()
  return { ms: performance.now() - before, said }
}

type Measured = { small: Took; large: Took; said: readonly [string, string] }

/**
 * Maximum runs of a cleanup job. A run takes at most 20 seconds and repeats after one to five minutes, so a backlog
 * needs several.
 */
const mostRuns = 15
const isIdleMs = 1_000

/** Runs a job until its backlog is done, because a live shop has none. Reports the number of runs and the longest. */
async function catchUp(one: Case, shop: Shop): Promise<string> {
  let longest = 0
  for (let run = 1; run <= mostRuns; run++) {
    const { ms } = await time(one, shop, 0)
    longest = Math.max(longest, ms)
    if (ms < isIdleMs || one.bound === 'none') return `caught up in ${run} of ${longest.toFixed(0)} ms at most`
  }
  return `not caught up after ${mostRuns} of ${longest.toFixed(0)} ms at most`
}

/** Measures a case, alternating between small and large shop, so that other load affects both. */
async function measure(one: Case, shops: readonly [Shop, Shop], times: number): Promise<Measured> {
  const rounds = one.bound === 'none' ? 1 : (one.kind === 'job' ? Math.min(times, 7) : times) + warmUp
  const all = shops.map(() => [] as number[])
  const said = shops.map(() => new Set<string>())
  const began = performance.now()
  for (let round = 0; round < rounds && (round === 0 || performance.now() - began < patienceMs); round++)
    for (const [place, shop] of shops.entries()) {
      const { ms, said: answer } = await time(one, shop, round)
      all[place]?.push(ms)
      said[place]?.add(answer)
    }
  const took = (place: number) => tookOf(all[place]?.slice(Math.min(warmUp, (all[place]?.length ?? 1) - 1)) ?? [])
  const answers = (place: number) => [...(said[place] ?? [])].toSorted().join('/')
  return { small: took(0), large: took(1), said: [answers(0), answers(1)] }
}

const shown = ({ median, p99 }: Took) => `${median.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)}`

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  const times = Number(values.times)
  const kinds = new Set(values.kinds.split(',') as CaseKind[])
  // All runs use the same encryption keys, because data encrypted by one run is read by the next.
  const keys = path.resolve(values.large)
  await ensureDevKeys(keys)
  const gateway = await startGateway(`${keys}/keys`)
  const config = readConfig({
    APP_ENV: 'DEV',
    DATA_DIR: keys,
    SIMULATOR_PORT: String(gateway.port),
    SIMULATOR_MAIL_PORT: String(gateway.mailPort),
    LOG_LEVEL: 'silent',
  })
  const shops: Shop[] = []
  const problems: string[] = []
  try {
    for (const [name, folder] of [
      ['small', values.small],
      ['large', values.large],
    ] as const)
      shops.push(await openShop(name, folder, config, times + warmUp))
    const [small, large] = shops as [Shop, Shop]
    for (const { name, counts } of shops)
      console.log(
        `${name}: ${counts.orders.toLocaleString('en')} orders of ${counts.people.toLocaleString('en')} people`,
      )
    console.log(`${'milliseconds'.padEnd(70)}   small: p50      p99   large: p50      p99`)
    // Jobs come first, because a live shop has their results when calls and reads run.
    const all = [...jobCases(), ...actionCases(), ...callCases()]
    const { only, without } = values
    const isAsked = ({ name, kind }: Case) =>
      kinds.has(kind) && name.includes(only) && (without === undefined || !name.includes(without))
    for (const one of all.filter(isAsked)) {
      const before: string[] = []
      if (one.kind === 'job') for (const shop of [small, large]) before.push(await catchUp(one, shop))
      let took = await measure(one, [small, large], times)
      let problem = problemOf(one.kind, took.small, took.large, one.bound)
      // Repeats a failed case once, because a disturbance of the machine rarely repeats.
      if (problem) {
        took = await measure(one, [small, large], times)
        problem = problemOf(one.kind, took.small, took.large, one.bound)
      }
      if (problem) problems.push(`${one.kind} ${one.name}: ${problem}`)
      const [here, there] = took.said
      const notes = [
        here === there ? here : `${here} | ${there}`,
        ...before.slice(-1),
        ...(problem ? ['✗'] : []),
      ].filter((note) => note !== 'OK')
      console.log(
        `${`${one.kind} ${one.name}`.padEnd(70)} ${shown(took.small)}     ${shown(took.large)}  ${notes.join(', ')}`,
      )
    }
  } finally {
    for (const shop of shops) await shop.close()
    await gateway.stop()
  }
  for (const problem of problems) console.error(`✗ ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

await main()

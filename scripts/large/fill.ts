import type pg from 'pg'
import { affiliates, commissions, referrals, sums } from './bringing.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { functions, type Sizes, type Step } from './sizes.ts'
import { time } from './time.ts'
import { traces } from './traces.ts'

export type Progress = (line: string) => void

/** The database is one that must not be filled; the message says why. */
export class NotForFilling extends Error {}

/** Fills a database that has plans, a promo code and the demo accounts, and nothing else. `client` is the owner of its tables. */
export async function fill(client: pg.ClientBase, sizes: Sizes, tell: Progress): Promise<void> {
  const { rows } = await client.query<{ orders: number; strangers: number; uid: number; code: string }>(`
    select (select count(*) from (select from orders limit 1) found)::int as orders,
      (select count(*) from (select from users offset 2 limit 1) found)::int as strangers,
      (select coalesce(min(free), 100000000) from generate_series(100000000, 800000000, 50000000) free
        where not exists (select from users where uid between free and free + ${sizes.users}))::int as uid,
      (select min(code) from promo_codes) as code`)
  const [found] = rows
  if (!found || found.orders + found.strangers > 0)
    throw new NotForFilling('The database has orders or accounts already: only one that was just made is filled.')
  await client.query(functions(sizes))
  await client.query('select setseed(0.42)')
  const steps: readonly Step[] = [
    people(sizes, found.uid),
    orders(sizes, found.code),
    time(sizes),
    affiliates(sizes),
    referrals(sizes),
    commissions(sizes),
    sums,
    ...traces(sizes),
  ]
  for (const step of steps) await run(client, step, tell)
}

async function run(client: pg.ClientBase, { name, count, chunk, texts }: Step, tell: Progress): Promise<void> {
  const startedAt = performance.now()
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(count, from + chunk - 1)
    for (const text of texts) await client.query(text, text.includes('$1') ? [from, to] : [])
    const seconds = (performance.now() - startedAt) / 1000
    tell(`${name.padEnd(24)} ${to.toLocaleString('en')} of ${count.toLocaleString('en')}, ${seconds.toFixed(0)} s`)
  }
}

import type pg from 'pg'
import { affiliates, commissions, referrals, sums } from './referrals.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { functions, type Sizes, type Step } from './row-numbers.ts'
import { time } from './memberships.ts'
import { traces } from './short-lived-rows.ts'

type Progress = (line: string) => void

/** Thrown if this database must not be filled with generated data. The message says why. */
export class NotForFilling extends Error {}

type Shop = { readonly sizes: Sizes; readonly firstUid: number; readonly promoCode: string }

/**
 * Fills a database that contains only plans, a promo code and the demo accounts. `client` connects as owner of the
 * tables. Each range of rows is one database transaction that records its progress in a separate schema, so an
 * interrupted run resumes the same shop. `isOver` is checked between ranges. Returns true when complete.
 */
export async function fill(
  client: pg.ClientBase,
  sizes: Sizes,
  tell: Progress,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const shop = (await readBegun(client, sizes)) ?? (await begin(client, sizes))
  await client.query(functions(shop.sizes))
  await client.query('select setseed(0.42)')
  const steps: readonly Step[] = [
    people(shop.sizes, shop.firstUid),
    orders(shop.sizes, shop.promoCode),
    time(shop.sizes),
    affiliates(shop.sizes),
    referrals(shop.sizes),
    commissions(shop.sizes),
    sums,
    ...traces(shop.sizes),
  ]
  for (const step of steps) if (!(await run(client, step, tell, isOver))) return false
  return true
}

async function readBegun(client: pg.ClientBase, wanted: Sizes): Promise<Shop | null> {
  const { rows: schemas } = await client.query(`select from pg_namespace where nspname = 'large'`)
  if (schemas.length === 0) return null
  const { rows } = await client.query<{
    orders: number
    users: number
    from: Date
    to: Date
    firstUid: number
    promoCode: string
  }>(
    `select orders::int, users::int, began as "from", ended as "to", first_uid::int as "firstUid", promo_code as "promoCode" from large.shop`,
  )
  const [begun] = rows
  if (!begun) return null
  const { orders: made, users, from, to, firstUid, promoCode } = begun
  if (made !== wanted.orders || users !== wanted.users)
    throw new NotForFilling(
      `The database is being filled with ${made} orders of ${users} accounts: ask for the same, or take another one.`,
    )
  return { sizes: { orders: made, users, from, to }, firstUid, promoCode }
}

async function begin(client: pg.ClientBase, sizes: Sizes): Promise<Shop> {
  const { rows } = await client.query<{ orders: number; strangers: number; uid: number; code: string }>(`
    select (select count(*) from (select from orders limit 1) found)::int as orders,
      (select count(*) from (select from users offset 2 limit 1) found)::int as strangers,
      (select coalesce(min(free), 100000000) from generate_series(100000000, 800000000, 50000000) free
        where not exists (select from users where uid between free and free + ${sizes.users}))::int as uid,
      (select min(code) from promo_codes) as code`)
  const [found] = rows
  if (!found || found.orders + found.strangers > 0)
    throw new NotForFilling('The database has orders or accounts already: only one that was just made is filled.')
  await client.query(`create schema large;
    create table large.shop (orders bigint, users bigint, began timestamptz, ended timestamptz, first_uid bigint, promo_code text);
    create table large.steps (name text primary key, made bigint not null)`)
  await client.query('insert into large.shop values ($1, $2, $3, $4, $5, $6)', [
    sizes.orders,
    sizes.users,
    sizes.from,
    sizes.to,
    found.uid,
    found.code,
  ])
  return { sizes, firstUid: found.uid, promoCode: found.code }
}

async function run(client: pg.ClientBase, step: Step, tell: Progress, isOver: () => boolean): Promise<boolean> {
  const { name, count, chunk, texts } = step
  const startedAt = performance.now()
  const { rows } = await client.query<{ made: number }>('select made::int from large.steps where name = $1', [name])
  for (let from = (rows[0]?.made ?? 0) + 1; from <= count; from += chunk) {
    if (isOver()) return false
    const to = Math.min(count, from + chunk - 1)
    await client.query('begin')
    for (const text of texts) await client.query(text, text.includes('$1') ? [from, to] : [])
    await client.query(
      'insert into large.steps values ($1, $2) on conflict (name) do update set made = excluded.made',
      [name, to],
    )
    await client.query('commit')
    const seconds = (performance.now() - startedAt) / 1000
    tell(`${name.padEnd(24)} ${to.toLocaleString('en')} of ${count.toLocaleString('en')}, ${seconds.toFixed(0)} s`)
  }
  return true
}

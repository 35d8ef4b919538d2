import type pg from 'pg'
import { normalizeEmail } from '#shared/account-rules.ts'
import type { ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import type { OldPerson, OldShop } from './old-shop.ts'
import { failures, must, same, type Stage } from './stage.ts'

/** Tables that keep what an operator did, and the work and daily figures of jobs. They grow although an import is undone. */
const growing =
  /^(?:pgboss\.|audit|imports$|import_rows$|operator|approvals|proposals|job_schedules$|limit|tries|\w+_health$|daily_members$|service_days$|statement_days$)/
export async function countTables(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `select case when schemaname = 'public' then tablename else schemaname || '.' || tablename end as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const table = name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
    counts[name] = Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)
  }
  return counts
}
export function compareTables(what: string, before: Record<string, number>, after: Record<string, number>): void {
  for (const [table, rows] of Object.entries(after))
    if (!growing.test(table)) same(`${what}: rows of ${table}`, rows, before[table])
}

/** People whose line of inviters comes back to themselves. */
function circlingIn(people: readonly OldPerson[]): Set<number> {
  const byId = new Map(people.map((person) => [person.id, person]))
  return new Set(
    people.flatMap(({ id, inviter }) => {
      const passed = new Set<number>()
      for (let at = inviter; at !== null && !passed.has(at); at = byId.get(at)?.inviter ?? null) {
        if (at === id) return [id]
        passed.add(at)
      }
      return []
    }),
  )
}

type Stored = {
  id: number
  email: string
  hash: string
  devices: number | null
  ends: number | null
  blocked: boolean
  inviter: number | null
  links: number
  orders: number
  grants: number
}
export const readStored = async (owner: pg.Client): Promise<Map<number, Stored>> =>
  new Map(
    (
      await owner.query<Stored>(
        `select p.old_id::int as id, i.value as email, u.password_hash as hash, m.max_devices as devices,
           extract(epoch from m.expires_at)::float8 as ends, b.user_id is not null as blocked,
           (select v.old_id::int from imported_people v where v.user_id = u.invited_by) as inviter,
           (select count(*)::int from tunnel_old_links l where l.user_id = u.id) as links,
           (select count(*)::int from imported_orders o where o.user_id = u.id) as orders,
           (select count(*)::int from membership_grants g where g.user_id = u.id) as grants
         from imported_people p join users u on u.id = p.user_id join account_identifiers i on i.user_id = u.id
           left join memberships m on m.user_id = u.id left join account_blocks b on b.user_id = u.id`,
      )
    ).rows.map((row) => [row.id, row]),
  )

export const neverMonths = 12
export const farSeconds = 3_660 * 86_400

/** Compares every person of the shop with what the import stored. */
export async function comparePeople(
  { owner }: Stage,
  shop: OldShop,
  now: number,
  mapped: ReadonlyMap<number, number>,
): Promise<void> {
  const stored = await readStored(owner)
  const fates = new Map(shop.people.map(({ id, fate }) => [id, fate]))
  const circling = circlingIn(shop.people)
  const ordersOf = new Map<number, number>()
  for (const { person } of shop.orders) ordersOf.set(person, (ordersOf.get(person) ?? 0) + 1)
  for (const person of shop.people) {
    const row = stored.get(person.id)
    if (person.fate !== 'added') {
      must(row === undefined, `${person.id} was imported although it is refused as ${person.fate}`)
      continue
    }
    if (row === undefined) {
      failures.push(`${person.id} was lost`)
      continue
    }
    const { expires, plan } = person
    const isLong = expires === 'never' || (typeof expires === 'number' && expires > now + farSeconds)
    const end =
      plan === null || expires === 'none'
        ? null
        : isLong
          ? 'long'
          : typeof expires === 'number' && expires > now
            ? expires
            : null
    const isRight =
      end === null
        ? row.ends === null
        : end === 'long'
          ? Math.abs((row.ends ?? 0) - (now + 365.5 * 86_400)) < 2 * 86_400
          : Math.abs((row.ends ?? 0) - end) <= 1
    must(isRight, `${person.id} ends at ${row.ends}, not ${String(end)}`)
    const own = shop.source === 'v2board' ? null : person.devices || null
    if (end !== null) same(`devices of ${person.id}`, row.devices, own ?? mapped.get(plan ?? 0))
    same(`grants of ${person.id}`, row.grants, end === null ? 0 : 1)
    same(`address of ${person.id}`, row.email, normalizeEmail(person.email))
    same(`block of ${person.id}`, row.blocked, person.isBanned)
    same(`links of ${person.id}`, row.links, 1)
    same(`orders of ${person.id}`, row.orders, shop.source === 'csv' ? 0 : (ordersOf.get(person.id) ?? 0))
    const isInvited = person.inviter !== null && fates.get(person.inviter) === 'added' && !circling.has(person.id)
    same(`inviter of ${person.id}`, row.inviter, isInvited ? person.inviter : null)
  }
  must(stored.size === shop.people.filter(({ fate }) => fate === 'added').length, `${stored.size} people are imported`)
}

async function inLanes<T>(items: readonly T[], each: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await each(item)
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

/** Signs people in with their old password, and checks that the old hash is gone. */
export async function signIn({ server, owner }: Stage, people: readonly OldPerson[]): Promise<void> {
  await inLanes(people, async ({ id, email, password, hash }) => {
    const input = { kind: 'email', identifier: email.trim(), password, agreed: true, signature: server.sign() }
    const answer = await server.call('user/user_login', input)
    must(
      answer.pragma !== undefined,
      `${id} (${hash.algorithm ?? hash.hash.slice(0, 7)}) cannot sign in: ${answer.body}`,
    )
  })
  const stored = await readStored(owner)
  for (const { id } of people) {
    const row = stored.get(id)
    must(row?.hash.startsWith('$argon2id$') === true, `the hash of ${id} is still ${row?.hash.slice(0, 16)}`)
  }
}

const addressesOf = { xboard: '/s/', v2board: '/api/v1/client/subscribe?token=', sspanel: '/sub/', csv: '/s/' } as const
/** Follows old subscription addresses to the documents of their owners. */
export async function followLinks(
  { server }: Stage,
  source: ImportSource,
  people: readonly OldPerson[],
): Promise<void> {
  const links = new Set<string>()
  await inLanes(people, async ({ id, token }) => {
    const headers = {
      'user-agent': 'v2rayN/7.12',
      'x-forwarded-for': `${30 + (id % 150)}.${(id >> 8) & 255}.${id & 255}.7`,
    }
    const place = `http://127.0.0.1:${server.port}${addressesOf[source]}${token}${source === 'sspanel' ? '/v2ray' : ''}`
    const led = await fetch(place, { headers, redirect: 'manual' })
    const location = led.headers.get('location') ?? ''
    if (led.status !== 302) return void failures.push(`the address of ${id} answers ${led.status}`)
    links.add(location)
    const answer = await fetch(`http://127.0.0.1:${server.port}${new URL(location, place).pathname}`, { headers })
    const text = Buffer.from(await answer.text(), 'base64').toString()
    must(answer.status === 200 && text.includes('node.example.org'), `the document of ${id} is ${answer.status}`)
  })
  must(links.size === people.length, `${people.length} addresses lead to ${links.size} links`)
}

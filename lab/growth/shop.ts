import { createPublicKey } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPayments, type Payments } from '#server/modules/payments/create-payments.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import type { Config } from '#server/platform/config.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { signWith } from '#tests/support/sign-call.ts'

type Person = { readonly id: string; readonly uid: number; readonly n: number }
type Order = {
  readonly id: string
  readonly number: string
  readonly buyer: string
  readonly uid: number
  readonly attempt: string
}

export type Shop = {
  readonly name: string
  readonly config: Config
  readonly database: Database
  readonly payments: Payments
  readonly app: FastifyInstance
  readonly owner: pg.Client
  readonly counts: { readonly orders: number; readonly people: number }
  /** Sample of users from the whole table; each round of the measurement uses another one. */
  readonly people: readonly Person[]
  readonly paid: readonly Order[]
  /** Affiliates: first the largest (a tenth of all referrals), then others. */
  readonly affiliates: readonly Person[]
  readonly settlements: readonly string[]
  readonly commissions: readonly string[]
  sign(): string
  tokenOf(userId: string): Promise<string>
  close(): Promise<void>
}

/**
 * Opens a generated shop from `npm run lab -- large` and migrates its database. `samples`: number of different users
 * and orders.
 */
export async function openShop(name: string, folder: string, config: Config, samples: number): Promise<Shop> {
  const server = await startEmbeddedPostgres({
    folder: path.join(path.resolve(folder), 'postgres'),
    settings: ['shared_buffers=1GB', 'effective_cache_size=4GB'],
    withinMs: 120_000,
  })
  await migrate(server.connection)
  const database = openDatabase({
    connection: server.connection,
    maxConnections: 8,
    connectWithinMs: 60_000,
    log: pino({ level: 'silent' }),
  })
  const owner = new pg.Client(server.connection)
  await owner.connect()
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows
  const [made] = await rows<{ orders: number; people: number; uid: number }>(
    `select least(orders, coalesce((select made from large.steps where name = 'orders'), 0))::int as orders, users::int as people,
       first_uid::int as uid from large.shop`,
  )
  if (!made || made.orders < 1) throw new Error(`${folder} has no shop that "npm run lab -- large" made`)
  const draw = (most: number) => Array.from({ length: samples }, () => 1 + Math.floor(Math.random() * most))
  const people = await rows<Person>(
    `select id, uid::int as uid, (uid - $2)::int as n from users where uid = any($1::bigint[]) order by random()`,
    [draw(made.people).map((n) => n + made.uid), made.uid],
  )
  const paid = await rows<Order>(
    `select o.id, o.number, o.user_id as buyer, u.uid::int as uid, a.id as attempt
     from orders o join users u on u.id = o.user_id join payment_attempts a on a.order_id = o.id and a.status = 'paid'
     where o.number = any($1) and o.status = 'paid' order by random()`,
    [draw(made.orders).map((n) => `L${String(n).padStart(9, '0')}`)],
  )
  const affiliates = await rows<Person>(
    `select u.id, u.uid::int as uid, (u.uid - $1)::int as n from affiliates a join users u on u.id = a.user_id
     where u.uid > $1 order by u.uid limit 20`,
    [made.uid],
  )
  const ids = (text: string) =>
    rows<{ id: string }>(text, [affiliates[0]?.id ?? null]).then((found) => found.map(({ id }) => id))
  const settlements = await ids('select id from settlements where affiliate_id = $1 limit 20')
  const commissions = await ids('select id from commissions where affiliate_id = $1 limit 20')
  const payments = createPayments(config)
  const app = await buildApp({
    config,
    database,
    log: pino({ level: 'silent' }),
    payments,
    chains: null,
    nudgeJobs: () => {},
    isDraining: () => false,
  })
  const publicKey = createPublicKey(config.signingKeys.web)
  return {
    name,
    config,
    database,
    payments,
    app,
    owner,
    counts: made,
    people,
    paid,
    affiliates,
    settlements,
    commissions,
    sign: () => signWith(publicKey),
    tokenOf: (userId) =>
      startSession(database, { userId, platform: 'web', deviceId: 'web', kind: 'full', origin: { from: 'proof' } }),
    async close() {
      await app.close()
      await owner.end()
      await database.close()
      await server.stop()
    },
  }
}

export const inTurn = <T>(things: readonly T[], round: number): T => {
  const thing = things[round % things.length]
  if (thing === undefined)
    throw new Error('the shop has none of what is asked for: "npm run lab -- large" did not come that far')
  return thing
}

import type { NetworkKind } from '#shared/chain-address.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type Deposit = {
  attemptId: string
  orderId: string
  network: string
  kind: NetworkKind
  token: string
  contract: string | null
  decimals: number
  address: string
  /** Amount of a deposit in base units of its token, as decimal text. */
  amount: string
  usdMinor: number
  createdAt: Date
}
type NewDeposit = Omit<Deposit, 'createdAt'> & { rate: string }

export const insertDeposit = (db: Queryable, d: NewDeposit) =>
  db.run(sql`
    insert into crypto_deposits (attempt_id, order_id, network, kind, token, contract, decimals, address, amount, usd_minor, rate)
    values (${d.attemptId}, ${d.orderId}, ${d.network}, ${d.kind}, ${d.token}, ${d.contract}, ${d.decimals}, ${d.address},
      ${d.amount}::numeric, ${d.usdMinor}, ${d.rate})`)

const depositColumns = columns`
  attempt_id as "attemptId", order_id as "orderId", network, kind, token, contract, decimals, address,
  amount::text as amount, usd_minor as "usdMinor", created_at as "createdAt"`

export const listDeposits = (db: Queryable, orderId: string) =>
  db.query(sql<Deposit>`
    select ${depositColumns} from crypto_deposits where order_id = ${orderId} order by created_at desc, attempt_id desc`)

export const findDeposit = (db: Queryable, attemptId: string) =>
  db.maybe(sql<Deposit>`
    select ${depositColumns} from crypto_deposits where attempt_id = ${attemptId}`)

export const listAsked = (db: Queryable, network: string, addresses: readonly string[]) =>
  db.query(sql<Pick<Deposit, 'attemptId' | 'orderId' | 'contract' | 'address' | 'createdAt'>>`
    select attempt_id as "attemptId", order_id as "orderId", contract, address, created_at as "createdAt"
    from crypto_deposits where network = ${network} and address = any(${addresses})`)

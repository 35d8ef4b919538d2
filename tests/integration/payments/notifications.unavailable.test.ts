import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { createGate, eventually, openShop, type Placed, type Shop } from './payments.setup.ts'
import {
  alipayDriver,
  post,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from './providers.setup.ts'

let shop: Shop
let drivers: readonly GatewayDriver[]
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 2_000, connectWithinMs: 1_500 })
  drivers = [alipayDriver(shop), wechatDriver(shop), unionpayDriver(shop), stripeDriver(shop, 'card', 'USD', 4_490)]
})
afterAll(() => shop.close())

/** Closes all connections and resolves once the pool has noticed, so that new ones use the current settings. */
async function cut(rows: Shop['rows']): Promise<void> {
  await rows(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await setImmediate()
}

async function paidEverywhere(): Promise<(readonly [GatewayDriver, Placed])[]> {
  const all: (readonly [GatewayDriver, Placed])[] = []
  for (const driver of drivers) {
    const { method, currency, totalMinor } = driver
    const placed = await shop.order({ method, currency, totalMinor })
    await shop.visit(placed)
    driver.pay(placed, { notify: 0 })
    all.push([driver, placed])
  }
  return all
}
const send = (all: readonly (readonly [GatewayDriver, Placed])[]) =>
  Promise.all(all.map(([driver, placed]) => post(shop, driver.id, driver.notification(placed))))
async function comeRight(all: readonly (readonly [GatewayDriver, Placed])[]): Promise<void> {
  expect(await send(all)).toEqual([200, 200, 200, 200])
  await shop.work()
  for (const [, placed] of all) expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
}

describe('notification that cannot be stored is answered with 503, and counts when it is repeated', () => {
  it('a notification gets 503 while the database is read-only, and takes effect when repeated', async () => {
    const all = await paidEverywhere()
    const [{ name }] = (await shop.rows<{ name: string }>('select current_database() as name')) as [{ name: string }]
    await shop.rows(`alter database "${name}" set default_transaction_read_only = on`)
    await cut(shop.rows)
    expect(await send(all)).toEqual([503, 503, 503, 503])
    await shop.rows(
      `begin; set transaction read write; alter database "${name}" reset default_transaction_read_only; commit`,
    )
    await cut(shop.rows)
    await comeRight(all)
  })

  it('a notification gets 503 while every connection is in use, and takes effect when repeated', async () => {
    const all = await paidEverywhere()
    const gate = createGate()
    const taken = Array.from({ length: 40 }, () => shop.deps.database.transaction(() => gate.pass()))
    await gate.arrived
    expect(await send(all)).toEqual([503, 503, 503, 503])
    gate.open()
    await Promise.all(taken)
    await comeRight(all)
  })

  it('a notification gets 503 when its SQL statement is cancelled, and takes effect when repeated', async () => {
    const all = await paidEverywhere()
    const client = new pg.Client(shop.app.db.connection)
    await client.connect()
    await client.query('begin; lock table provider_events in exclusive mode')
    const answers = send(all)
    let stopped = 0
    // Simulates a statement timeout without waiting for it.
    await eventually(async () => {
      const waiting = await shop.rows(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%into provider_events%'`,
      )
      stopped += waiting.length
      return stopped >= all.length
    })
    const sent = await answers
    await client.query('rollback')
    await client.end()
    expect(sent).toEqual([503, 503, 503, 503])
    await comeRight(all)
  })
})

it('callers get 503 while the database is read-only', async () => {
  const app = await createTestApp()
  const account = { accountName: 'somebody1', password: 'correct horse 42', agreed: true } as const
  const registered = await app.call('/api/user/user_register_username', account)
  const first = await app.call('/api/system/system_user_info', {}, { token: registered.pragma })
  await app.db.asOwner(`alter database "${app.db.connection.database}" set default_transaction_read_only = on`)
  await cut(app.db.asOwner)
  const refused = await app.call('/api/user/user_register_username', { ...account, accountName: 'somebody2' })
  expect([refused.http, refused.status]).toEqual([503, 'Unavailable'])
  const signed = await app.call('/api/system/system_user_info', {}, { token: first.pragma })
  expect([signed.http, signed.status]).toEqual([503, 'Unavailable'])
  await app.db.asOwner(
    `begin; set transaction read write; alter database "${app.db.connection.database}" reset default_transaction_read_only; commit`,
  )
  await app.close()
})

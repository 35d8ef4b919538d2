import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleApi } from '#shared/console.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { Statement } from '#server/platform/sql.ts'
import { openCompany } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let shop: TestApp
let desk: OperatorDesk
let address: string
const sockets: Socket[] = []
const cookies = {} as Record<'owner' | OperatorRole, string>
let ends = 0
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  const company = openCompany(db)
  const order = await company.order(await company.person())
  await company.settle(order.orderId, [company.fact(order, 'paid', order.totalMinor)])
  const { query } = db.database
  const counting = <T>(statement: Statement<T>) => {
    if (statement.text.includes('from payout_amounts')) ends += 1
    return query(statement)
  }
  shop = await createTestApp({ db: { ...db, database: { ...db.database, query: counting } } })
  desk = await OperatorDesk.open(db, shop.config)
  const owner = await desk.firstOwner()
  const people = { owner }
  for (const role of ['finance', 'viewer'] as const) {
    const hired = await desk.hire(role, role)
    Object.assign(people, { [role]: hired.person })
    await hired.desk.close()
  }
  for (const [role, person] of Object.entries(people)) {
    const browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
    await browser.signIn({ name: person.name, secret: person.secret, code: await desk.code(person) })
    cookies[role as OperatorRole] = browser.cookie
  }
  shop.app.server.on('connection', (socket) => sockets.push(socket))
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await desk.close()
  await shop.close()
  await db.drop()
})

async function ask(role: OperatorRole, name: ActionName, body: object, signal?: AbortSignal) {
  const response = await fetch(`${address}${consoleApi}/actions/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf': '1',
      'sec-fetch-site': 'same-origin',
      origin: shop.config.publicOrigin,
      cookie: cookies[role],
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return { http: response.status, data: (await response.json()) as { status?: string } }
}
const prove = (role: OperatorRole, signal?: AbortSignal) =>
  ask(role, 'ledger.verify', { input: {}, mode: 'read' }, signal)

async function locked(table: string, work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const holder = new pg.Client(db.connection)
  await holder.connect()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    await work(() => holder.query('commit'))
  } finally {
    await holder.end()
  }
}

it("a long action keeps its connection beyond the server's idle timeout", async () => {
  await locked('promo_codes', async (release) => {
    const input = { code: 'SLOW', percent: '10', note: 'a test' }
    const done = ask('finance', 'promos.create', { input, mode: 'act', key: randomUUID() })
    await waitForWaiters(shop, 1)
    expect(sockets.filter(({ destroyed }) => !destroyed).map(({ timeout }) => timeout)).toEqual([0])
    await release()
    expect((await done).http).toBe(200)
  })
})

it('a full table read runs once at a time per operator, and for two operators at a time', async () => {
  await locked('ledger_postings', async (release) => {
    const first = prove('viewer')
    await waitForWaiters(shop, 1)
    expect((await prove('viewer')).data.status).toBe('StillRunning')
    const second = prove('finance')
    await waitForWaiters(shop, 2)
    expect(await prove('owner')).toMatchObject({ http: 409, data: { status: 'StillRunning' } })
    await release()
    expect([(await first).http, (await second).http]).toEqual([200, 200])
  })
  expect((await prove('viewer')).http).toBe(200)
})

it('a read stops when its page was closed', async () => {
  ends = 0
  await locked('ledger_postings', async (release) => {
    const page = new AbortController()
    const asked = prove('viewer', page.signal)
    await waitForWaiters(shop, 1)
    const gone = Promise.race(
      sockets.filter(({ destroyed }) => !destroyed).map((socket) => new Promise((left) => socket.once('close', left))),
    )
    page.abort()
    await expect(asked).rejects.toThrow('aborted')
    await gone
    await release()
  })
  await vi.waitFor(async () => expect((await prove('viewer')).http).toBe(200), 300_000)
  expect(ends).toBe(1)
})

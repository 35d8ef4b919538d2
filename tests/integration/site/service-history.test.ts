import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { historyDays } from '#shared/service-history.ts'
import { PublicHistory } from '#server/modules/status/service-days.service.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { measureServices } from '#server/workflows/site/measure-services.ts'
import { createUser } from '#tests/support/factories.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() =>
  app.db.asOwner(
    'delete from service_days; delete from tunnel_nodes; delete from tunnel_providers; delete from provider_health',
  ),
)

const addNode = (name: string, seen: string | null, enabled = true) =>
  app.db.asOwner(
    `insert into tunnel_nodes (name, node_group, protocol, host, port, serves, sealed_settings, token_hash, enabled, seen_at)
     values ($1, 'g', 'vless', 'h', 443, 'both', 'x', sha256(convert_to($1, 'UTF8')), $2, now() - $3::interval)`,
    [name, enabled, seen],
  )
const measure = (ids: TestApp['payments']['ids'] = []) =>
  measureServices({ database: app.db.database, payments: { ids }, chains: null })
const nextMinute = () => app.db.asOwner(`update service_days set measured_at = measured_at - interval '1 minute'`)
const stored = () =>
  app.db.asOwner<{ service: string; minutes: number; partly: number; down: number }>(
    'select service, minutes, partly, down from service_days order by service',
  )

test('minutes of a service are counted as up, partly down and down from what nodes last reported', async () => {
  await addNode('tokyo', '10 seconds')
  await addNode('paris', '10 seconds')
  await addNode('off', '9 days', false)
  await addNode('being set up', null)
  await measure()
  expect(await stored()).toEqual([{ service: 'servers', minutes: 1, partly: 0, down: 0 }])
  await nextMinute()
  await app.db.asOwner(`update tunnel_nodes set seen_at = now() - interval '6 minutes' where name = 'paris'`)
  await measure()
  await nextMinute()
  await app.db.asOwner(`update tunnel_nodes set seen_at = now() - interval '6 minutes'`)
  await measure()
  expect(await stored()).toEqual([{ service: 'servers', minutes: 3, partly: 1, down: 1 }])
})

test('a second measurement in the same minute is ignored', async () => {
  await addNode('tokyo', '10 seconds')
  await measure()
  await app.db.asOwner(`update service_days set measured_at = date_trunc('minute', now()) + interval '1 minute'`)
  await measure()
  expect(await stored()).toMatchObject([{ minutes: 1 }])
})

test('nothing is measured and shown for a service that the shop does not have', async () => {
  await measure(['crypto'])
  expect(await stored()).toEqual([])
  expect((await loadSiteData(app.db.database, app.config, app.payments.offers)).services).toEqual([])
})

test('payments are down while every provider is silent, and partly down while one is', async () => {
  await app.db.asOwner(
    `insert into provider_health (provider, silent_since) values ('alipay', now()), ('stripe', null)`,
  )
  await measure(['alipay', 'stripe', 'crypto'])
  await nextMinute()
  await app.db.asOwner(`update provider_health set silent_since = now()`)
  await measure(['alipay', 'stripe', 'crypto'])
  expect(await stored()).toEqual([{ service: 'payments', minutes: 2, partly: 1, down: 1 }])
})

test('VPN access is shown as down while deliveries to the only panel are late, and not while its last comparison is old', async () => {
  await app.db.asOwner(
    `insert into tunnel_providers (id, kind, serves, settings, filled_at, added_at, compared_at)
     values ('panel', 'marzban', '{paid}', 'x', now(), now() - interval '9 days', now() - interval '9 days')`,
  )
  await measure()
  await nextMinute()
  expect(await stored()).toEqual([{ service: 'access', minutes: 1, partly: 0, down: 0 }])
  const { userId } = await createUser(app.db.database)
  await app.db.asOwner(
    `insert into memberships (user_id, expires_at, max_devices) values ($1, now(), 1) on conflict do nothing`,
    [userId],
  )
  // A trigger queues the delivery of each membership.
  await app.db.asOwner(`update tunnel_deliveries set behind_since = now() - interval '6 minutes' where user_id = $1`, [
    userId,
  ])
  await measure()
  expect(await stored()).toEqual([{ service: 'access', minutes: 2, partly: 0, down: 1 }])
})

test('days of the service history that the site no longer shows are deleted', async () => {
  const insert = (ago: number) =>
    app.db.asOwner(
      `insert into service_days (service, day, minutes, partly, down, measured_at)
       values ('servers', (now() at time zone 'utc')::date - $1::int, 1440, 0, 0, now())`,
      [ago],
    )
  await insert(historyDays - 1)
  await insert(historyDays)
  await measure()
  expect(await stored()).toHaveLength(1)
})

test('pages read the service history again after a minute', async () => {
  const history = new PublicHistory()
  const read = (nowMs: number) => history.read(app.db.database, new Date(), nowMs)
  expect(await read(0)).toEqual([])
  await addNode('tokyo', '10 seconds')
  await measure()
  expect(await read(59_999)).toEqual([])
  expect(await read(60_000)).toMatchObject([{ service: 'servers', days: [{ minutes: 1 }], uptime: null }])
})

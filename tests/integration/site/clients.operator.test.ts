import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { exportContent } from '#server/workflows/site/publish-content.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { perform } from '#tests/support/operator-acts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 4 })
})
afterAll(() => app.close())

const act = <N extends ActionName>(name: N, input: ActionInput<N>) =>
  perform(app.db.database, name, input, { config: app.config })
const offered = async () =>
  (await loadSiteData(app.db.database, app.config, app.payments.offers)).clients.map(
    ({ platform, version }) => `${platform} ${version}`,
  )
const next = {
  platform: 'android',
  version: '1.10.0',
  address: 'https://dl.example.com/wayfare-1.10.0.apk',
  sha256: 'ab'.repeat(32),
} as const

it('a published client release replaces that of its platform, can be withdrawn and restored, others stay', async () => {
  const before = await offered()
  expect(before).toContain('android 1.0.0')
  const others = before.filter((each) => !each.startsWith('android'))
  expect(await act('clients.publish', next)).toMatchObject({ before: '1.0.0', after: '1.10.0' })
  expect(await offered()).toEqual(expect.arrayContaining([...others, 'android 1.10.0']))
  await expect(act('clients.publish', { ...next, version: '1.9.9' })).rejects.toThrow(
    'Version 1.10.0 is offered, which is newer',
  )
  const swapped = { ...next, sha256: 'cd'.repeat(32) }
  await expect(act('clients.publish', swapped)).rejects.toThrow('Version 1.10.0 is offered already')

  await act('clients.withdraw', { platform: 'android', reason: 'it crashes' })
  expect(await offered()).toEqual(others)
  await expect(act('clients.withdraw', { platform: 'android', reason: 'x' })).rejects.toThrow('No app is offered')
  const { items } = await act('clients.list', {})
  expect(
    items.filter(({ platform }) => platform === 'android').map(({ version, state }) => `${version} ${state}`),
  ).toEqual(['1.10.0 withdrawn', '1.0.0 withdrawn'])

  const old = items.find(({ platform, version }) => platform === 'android' && version === '1.0.0')!
  expect(await act('clients.restore', { release: old.id, reason: 'it works' })).toMatchObject({
    before: null,
    after: '1.0.0',
  })
  expect(await offered()).toEqual(before)
  await expect(act('clients.restore', { release: old.id, reason: 'x' })).rejects.toThrow('offered already')
})

it('a client release without checksum, with an invalid download URL, or with a password in it is refused', async () => {
  const { sha256: _none, ...bare } = next
  await expect(act('clients.publish', bare)).rejects.toThrow('--sha256 is missing')
  for (const address of ['http://dl.example.com/a.apk', 'javascript:alert(1)', 'dl.example.com'])
    await expect(act('clients.publish', { ...next, address })).rejects.toThrow('begin with https://')
  await expect(act('clients.publish', { ...next, mirror: 'https://a:b@dl.example.com/a.apk' })).rejects.toThrow(
    'password',
  )
})

it('a client release published from a folder appears in the same history', async () => {
  const files = await exportContent(app.db.database)
  const clients = files.find(({ path }) => path === 'clients.json')!
  const folder = [{ path: clients.path, text: clients.text.replaceAll('1.0.0', '2.0.0') }]
  await act('content.publish', { folder })
  const { items } = await act('clients.list', {})
  expect(items.filter(({ version }) => version === '2.0.0').map(({ state }) => state)).toEqual(Array(4).fill('public'))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { listViews } from '#server/modules/operators/views.service.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const viewsOf = async (operator: { readonly id: string; readonly name: string }) =>
  (await perform(db.database, 'views.list', {}, { operator })).views
const save = (
  operator: { readonly id: string; readonly name: string },
  name: string,
  address: string,
  shared = false,
) => perform(db.database, 'views.save', { name, address, shared }, { operator })

it('a saved view is visible only to its creator until shared, and only the creator can change it', async () => {
  await save(ada, 'Late ones', '/console/queue/messages#state=answered')
  expect(await viewsOf(ben)).toEqual([])
  await save(ada, 'late ones', '/console/system/audit#operator=ben', true)
  const [view, ...more] = await viewsOf(ben)
  expect(more).toEqual([])
  expect(view).toMatchObject({
    name: 'late ones',
    address: '/console/system/audit#operator=ben',
    own: false,
    by: ada.name,
  })
  const how = { operator: ben }
  await expect(perform(db.database, 'views.rename', { view: view!.id, name: 'Mine' }, how)).rejects.toThrow(
    'You have no view with this id',
  )
  await expect(perform(db.database, 'views.remove', { view: view!.id }, how)).rejects.toThrow(
    'You have no view with this id',
  )
  await save(ada, 'Other', '/console/today')
  await expect(
    perform(db.database, 'views.rename', { view: view!.id, name: 'OTHER' }, { operator: ada }),
  ).rejects.toThrow('another one has this')
  await perform(db.database, 'views.rename', { view: view!.id, name: 'Acts of Ben' }, { operator: ada })
  await perform(db.database, 'views.remove', { view: view!.id }, { operator: ada })
  expect((await viewsOf(ada)).map(({ name }) => name)).toEqual(['Other'])
})

it("a shared view of a list is visible only to the creator's role and above", async () => {
  await save(ben, 'Late payouts', '/console/affiliates/payouts#state=late', true)
  const seen = async (role: 'viewer' | 'owner') =>
    (await listViews(db.database, { id: ada.id, role })).map(({ name }) => name)
  expect(await seen('viewer')).not.toContain('Late payouts')
  expect(await seen('owner')).toContain('Late payouts')
  await db.asOwner(
    `insert into operator_views (id, operator_id, name, address, shared, role)
     select gen_random_uuid(), $1, 'A' || n, '/console/today', true, 'owner' from generate_series(1, 300) n`,
    [ben.id],
  )
  await db.asOwner(
    `insert into operator_views (id, operator_id, name, address, shared, role)
     values (gen_random_uuid(), $1, 'Zero', '/console/today', true, 'viewer')`,
    [ben.id],
  )
  expect(await seen('viewer')).toContain('Zero')
  await db.asOwner('delete from operator_views')
})

it.each([
  '/console/people#query=lin',
  '/console/people#user=4',
  '/console/system/audit#subject=lin%40mail.example',
  '/console/system/audit#subject=user%20104857600',
  '/console/orders#who=%2B86%20138%200013%208000',
  '/console/people/104857600',
])('a saved view that filters by one person is refused: %s', async (address) => {
  await expect(save(ada, 'x', address)).rejects.toThrow(
    'This page searches for one person or order, and a view would store that permanently',
  )
  await expect(save(ada, 'lin@mail.example', '/console/today')).rejects.toThrow('must not contain an email address')
})

it('views with dates and ids are saved; a view of an action form is saved but not shared', async () => {
  const id = '01994c3e-1111-7222-8333-123456789012'
  await save(ada, 'Days', `/console/orders#from=2026-11-01&to=2026-11-22&campaign=${id}`, true)
  await save(ada, 'Form', '/console/actions/promos.make#percent=90')
  await expect(save(ada, 'Form', '/console/actions/promos.make#percent=90', true)).rejects.toThrow(
    'The form of an action cannot be shared',
  )
  await perform(db.database, 'views.remove', { view: (await viewsOf(ada))[0]!.id }, { operator: ada })
  const [form] = await viewsOf(ada)
  expect(form).toMatchObject({ name: 'Form', shared: false })
  await expect(
    perform(db.database, 'views.rename', { view: form!.id, name: 'Call +49 151 2345678' }, { operator: ada }),
  ).rejects.toThrow('must not contain an email address')
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/user/help',
  '/console/../user',
  'javascript:alert(1)',
  '/console/a b',
])('a saved view with a URL outside the console is refused: %s', async (address) => {
  await expect(save(ada, 'x', address)).rejects.toThrow('is not an address in the console')
})

it('an operator can save fifty views, and saving one name concurrently creates one view', async () => {
  await db.asOwner('delete from operator_views')
  await Promise.all(Array.from({ length: 6 }, (_, n) => save(ada, 'Same', `/console/today#n=${n}`)))
  expect(await viewsOf(ada)).toHaveLength(1)
  for (let n = 1; n < 50; n++) await save(ada, `View ${n}`, '/console/today')
  await expect(save(ada, 'One more', '/console/today')).rejects.toThrow('You have 50 saved views')
  await save(ada, 'same', '/console/system/jobs')
  expect((await viewsOf(ada)).find(({ name }) => name === 'same')?.address).toBe('/console/system/jobs')
  expect(await viewsOf(ada)).toHaveLength(50)
})

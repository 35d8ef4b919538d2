import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { groupEventsPath } from '#shared/contract/group.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const megabytes = 8
const open = async (): Promise<{ app: TestApp; origin: string }> => {
  const app = await createTestApp({ db: world.db, payments: () => world.deps.payments })
  return { app, origin: await app.app.listen({ port: 0, host: '127.0.0.1' }) }
}
async function heavyGroup(): Promise<string> {
  const { groupId } = await world.paidGroup(2, 'pay_all')
  await world.rows(
    `update groups set product_names = jsonb_build_object('en', repeat('x', $2), 'zh-CN', repeat('x', $2)) where id = $1`,
    [groupId, megabytes * 1_048_576],
  )
  return groupId
}
const stall = (origin: string, groupId: string) =>
  new Promise<http.ClientRequest>((resolve, reject) => {
    const url = `${origin}${apiPrefix('TEST')}${groupEventsPath}?group=${groupId}`
    const request = http.get(url, { agent: false }, (response) => {
      response.pause().on('error', () => {})
      resolve(request)
    })
    request.on('error', reject)
  })
const connections = ({ app }: TestApp) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('slow reader of a group stream', () => {
  it('a reader that does not read is disconnected when its backlog grows too large', async () => {
    const { app, origin } = await open()
    const groupId = await heavyGroup()
    const request = await stall(origin, groupId)
    expect(await connections(app)).toBe(1)
    const changeAndCount = async () => {
      await world.rows('update groups set version = version + 1 where id = $1', [groupId])
      return connections(app)
    }
    await expect.poll(changeAndCount, { interval: 250 }).toBe(0)
    request.destroy()
    await app.close()
  })

  it('closing the server does not wait for a stalled reader', async () => {
    const { app, origin } = await open()
    const request = await stall(origin, await heavyGroup())
    await expect(app.close()).resolves.toBeUndefined()
    request.destroy()
  })

  it('a HEAD request for the stream gets 404 and holds no connection', async () => {
    const { app, origin } = await open()
    const { groupId } = await world.paidGroup(2, 'pay_all')
    const url = `${origin}${apiPrefix('TEST')}${groupEventsPath}?group=${groupId}`
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(404)
    await app.close()
  })
})

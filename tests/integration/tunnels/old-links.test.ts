import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepOldLink } from '#server/modules/tunnels/old-links.service.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { givePlan, userIdOf } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, type TunnelTest } from './tunnels.setup.ts'

// Subscription URLs as the panels serve them: Xboard and V2board, routes/web.php (`/s/{token}`) and
// app/Http/Routes/V1/ClientRoute.php (`/client/subscribe?token=`, 32 hexadecimal digits); SSPanel-UIM, app/routes.php
// (`/sub/{token}/{subtype}`, by default 16 letters and digits).
let test: TunnelTest
let names = 0
beforeAll(async () => {
  test = await openTunnels()
  await test.addNode({ name: 'Tokyo 1' })
})
afterAll(() => test.close())

const hex = (of: number) => of.toString(16).padStart(32, '0')
const short = (of: number) => `Abcdefghijkl${String(of).padStart(4, '0')}`
const get = (url: string, agent = 'v2rayN/7.12', method: 'GET' | 'HEAD' = 'GET', remoteAddress?: string) =>
  test.app.inject({
    method,
    url,
    headers: { 'user-agent': agent },
    remoteAddress: remoteAddress ?? `203.0.${++names >> 8}.${names & 255}`,
  })

/** Person with a plan and a subscription URL of the old panel. */
async function moved(devices = 3) {
  const number = ++names
  const { token, uid } = await registerThroughApi(test, `moved.${number}`)
  await givePlan(test, uid, devices)
  const userId = await userIdOf(test, uid)
  const old = hex(number)
  await test.db.database.transaction(async (tx) => {
    await keepOldLink(tx, userId, old)
    await keepOldLink(tx, userId, short(number))
  })
  const links = async () => (await test.call('/api/user/user_tunnel_links', {}, { token })).data.links
  return { token, uid, userId, old, short: short(number), links }
}
const target = (answer: { headers: Record<string, unknown> }) => new URL(String(answer.headers.location))

describe('subscription URL of the earlier panel', () => {
  it('an old subscription URL in any form redirects an app to the same link of its owner', async () => {
    const person = await moved()
    expect(await person.links()).toEqual([])
    const answers = await Promise.all(
      [`/api/v1/client/subscribe?token=${person.old}`, `/s/${person.old}`, `/sub/${person.short}/v2ray`].map((url) =>
        get(url),
      ),
    )
    const links = await person.links()
    expect(links).toMatchObject([{ name: 'Earlier link' }])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(302)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      expect(target(answer).pathname).toBe(new URL(links[0]!.url).pathname)
    }
    expect((await get(target(answers[0]!).pathname)).statusCode).toBe(200)
  })

  it('the redirect of an old subscription URL keeps the requested document format', async () => {
    const person = await moved()
    const flagged = await get(`/api/v1/client/subscribe?token=${person.old}&flag=meta`)
    expect(target(flagged).search).toBe('?flag=meta')
    const named = target(await get(`/sub/${person.short}/clash`))
    const { headers } = await get(named.pathname + named.search, 'HiddifyNext/2.5.7')
    expect(headers['content-type']).toBe('text/yaml; charset=utf-8')
  })

  it('a browser, a robot or a HEAD request does not use up a device of the plan', async () => {
    const person = await moved()
    expect((await get(`/s/${person.old}`, 'Mozilla/5.0 (X11)')).headers.location).toBe('/user')
    expect((await get(`/sub/${person.short}/clash`, 'Mozilla/5.0 (X11)')).headers.location).toBe('/user')
    expect((await get(`/s/${person.old}`, 'v2rayN/7.12', 'HEAD')).statusCode).toBe(200)
    expect(await person.links()).toEqual([])
  })

  it('redirects to an existing link if the device limit is reached, and answers 503 if there is no link', async () => {
    const person = await moved(1)
    const { data } = await test.call('/api/user/user_add_tunnel_link', { name: 'Mine', os: 'ios' }, person)
    expect(target(await get(`/s/${person.old}`)).pathname).toBe(new URL(data.url).pathname)
    const another = await moved(1)
    await test.db.asOwner(
      `insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'an app of ours', 'ios')`,
      [another.userId],
    )
    const refused = await get(`/s/${another.old}`)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '600'])
  })

  it('an old subscription URL stops working when its link is replaced or removed, even before its first use', async () => {
    const [replaced, removed, unused] = [await moved(), await moved(), await moved()]
    for (const { old } of [replaced, removed]) expect((await get(`/s/${old}`)).statusCode).toBe(302)
    const [link] = await replaced.links()
    await test.call('/api/user/user_rotate_tunnel_link', { id: link!.id }, replaced)
    const [another] = await removed.links()
    await test.db.asOwner('delete from devices where id = $1', [another!.id])
    await test.call('/api/user/user_add_tunnel_link', { name: 'Mine', os: 'ios' }, unused)
    await perform(test.db.database, 'tunnels.rotate', { user: String(unused.uid), reason: 'leaked' })
    expect((await get(`/s/${replaced.old}`)).statusCode).toBe(404)
    expect((await get(`/s/${removed.old}`)).statusCode).toBe(404)
    expect((await get(`/s/${unused.old}`)).statusCode).toBe(404)
  })

  it('requests for old subscription URLs are limited like those for links, known or unknown', async () => {
    const { old } = await moved()
    for (let asked = 0; asked < 30; asked++) expect((await get(`/s/${old}`)).statusCode).toBe(302)
    expect((await get(`/s/${old}`)).statusCode).toBe(429)
    const guess = async (url: string) => (await get(url, 'v2rayN/7.12', 'GET', '198.51.100.7')).statusCode
    const forms = [(of: number) => `/s/${hex(of)}`, (of: number) => `/api/v1/client/subscribe?token=${hex(of)}`]
    for (let asked = 0; asked < 20; asked++) expect(await guess(forms[asked % 2]!(1e6 + asked))).toBe(404)
    expect(await guess(`/sub/${short(9999)}/clash`)).toBe(429)
    expect(await guess('/api/v1/client/subscribe')).toBe(429)
  })

  it('an old subscription URL is stored as a digest, and not at all if it could be guessed', async () => {
    const { userId, old } = await moved()
    await test.db.database.transaction((tx) => keepOldLink(tx, userId, 'short'))
    const rows = await test.db.asOwner<{ row: string }>(
      'select l::text as row from tunnel_old_links l where user_id = $1',
      [userId],
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(old)
  })
})

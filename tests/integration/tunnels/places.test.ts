import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PublicPlaces } from '#server/modules/tunnels/places.service.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { givePlan } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openTunnels, type TestNode, type TunnelTest } from './tunnels.setup.ts'

let test: TunnelTest
beforeAll(async () => {
  test = await openTunnels()
})
afterAll(() => test.close())

const osaka = { cityEn: 'Osaka', cityZh: '大阪' }
const city = { en: 'Osaka', 'zh-CN': '大阪' }
const report = (node: TestNode, cpu: number) => test.ask(node, 'POST', 'status', { payload: { cpu } })
const edit = (input: object, node: TestNode) =>
  perform(test.db.database, 'nodes.edit', { node: node.name, ...input }, { config: test.config })
const site = async () => (await loadSiteData(test.db.database, test.config, test.payments.offers)).places
const placesIn = async (country: string) => (await site()).filter((place) => place.country === country)
const fallSilent = (node: TestNode) =>
  test.db.asOwner(`update tunnel_nodes set seen_at = now() - interval '6 minutes' where number = $1`, [node.node])

describe('server locations on the public site', () => {
  it('a node with a location is listed after its first report, with its coarse load and nothing else', async () => {
    const node = await test.addNode({ country: 'JP', ...osaka })
    expect(await placesIn('JP')).toEqual([])
    await report(node, 83.4)
    expect(await placesIn('JP')).toEqual([{ country: 'JP', city, load: 'high' }])
    expect(JSON.stringify(await site())).not.toMatch(/node|host|83/i)
  })

  it('a node without a location, a node only for trials and a disabled node are not listed', async () => {
    const before = await site()
    const trial = await test.addNode({ country: 'FR', serves: 'trial' })
    const off = await test.addNode({ country: 'FR' })
    for (const node of [await test.addNode(), trial, off]) await report(node, 10)
    await perform(test.db.database, 'nodes.disable', { node: off.name, reason: 'x' }, { config: test.config })
    expect(await site()).toEqual(before)
  })

  it('a node that stopped reporting keeps its location in the list and loses its load', async () => {
    const node = await test.addNode({ country: 'SE' })
    await report(node, 10)
    expect(await placesIn('SE')).toEqual([{ country: 'SE', city: null, load: 'low' }])
    await fallSilent(node)
    expect(await placesIn('SE')).toEqual([{ country: 'SE', city: null, load: null }])
  })

  it('a load is cached for a minute, while a new location appears at once', async () => {
    const places = new PublicPlaces()
    const loads = async (now: number) =>
      Object.fromEntries((await places.read(test.db.database, now)).map(({ country, load }) => [country, load]))
    const node = await test.addNode({ country: 'IT' })
    await report(node, 10)
    expect(await loads(0)).toMatchObject({ IT: 'low' })
    await report(node, 90)
    await report(await test.addNode({ country: 'ES' }), 60)
    expect(await loads(59_999)).toMatchObject({ IT: 'low', ES: 'medium' })
    expect(await loads(60_000)).toMatchObject({ IT: 'high', ES: 'medium' })
  })
})

describe('server locations in the account', () => {
  type Own = { country: string; isUp: boolean; load: string | null }
  const ownPlaces = async (token: string): Promise<Own[]> =>
    (await test.call('/api/user/user_tunnel_places', {}, { token })).data.places
  let names = 0
  const customer = () => registerThroughApi(test, `places.${++names}`)

  it('a user with a membership sees which server locations are up and their load, and a user without one sees none', async () => {
    const { token, uid } = await customer()
    const node = await test.addNode({ country: 'CH', cityEn: 'Zürich', cityZh: '苏黎世' })
    await report(node, 55)
    expect(await ownPlaces(token)).toEqual([])
    await givePlan(test, uid, 1)
    const placeNow = async () => (await ownPlaces(token)).filter(({ country }) => country === 'CH')
    const place = { country: 'CH', city: { en: 'Zürich', 'zh-CN': '苏黎世' } }
    expect(await placeNow()).toEqual([{ ...place, isUp: true, load: 'medium' }])
    await fallSilent(node)
    expect(await placeNow()).toEqual([{ ...place, isUp: false, load: null }])
    await test.db.asOwner(
      `update memberships set expires_at = now() - interval '1 second' where user_id = (select id from users where uid = $1)`,
      [uid],
    )
    expect(await ownPlaces(token)).toEqual([])
  })

  it('a user with a plan does not see locations that only have nodes for trials', async () => {
    const { token, uid } = await customer()
    await givePlan(test, uid, 1)
    await report(await test.addNode({ country: 'AT', serves: 'trial' }), 1)
    await report(await test.addNode({ country: 'PL', serves: 'paid' }), 1)
    const countries = (await ownPlaces(token)).map(({ country }) => country)
    expect(countries).toContain('PL')
    expect(countries).not.toContain('AT')
  })
})

describe('location of a node set by an operator', () => {
  it('an operator sets the location of a node, changes it to another country, and removes it', async () => {
    const node = await test.addNode()
    await report(node, 10)
    expect(await edit({ country: 'KR', cityEn: 'Seoul', cityZh: '首尔' }, node)).toMatchObject({
      changed: 'country, city',
    })
    expect(await placesIn('KR')).toMatchObject([{ city: { en: 'Seoul', 'zh-CN': '首尔' } }])
    await edit({ cityEn: 'Busan', cityZh: '釜山' }, node)
    expect(await placesIn('KR')).toMatchObject([{ city: { en: 'Busan', 'zh-CN': '釜山' } }])
    await edit({ country: 'BR' }, node)
    expect([await placesIn('KR'), await placesIn('BR')]).toEqual([[], [{ country: 'BR', city: null, load: 'low' }]])
    const { nodes } = await perform(test.db.database, 'nodes.list', {}, { config: test.config })
    expect(nodes.find(({ name }) => name === node.name)).toMatchObject({ place: 'BR' })
    await edit({ noPlace: true }, node)
    expect(await placesIn('BR')).toEqual([])
  })

  it.each([
    [{ country: 'UK' }, 'There is no country with the code UK.'],
    [{ country: 'GB', cityEn: 'London' }, 'both languages'],
    [{ cityEn: 'London', cityZh: '伦敦' }, 'needs its country'],
  ])('an operator cannot set the location %j', async (input, reason) => {
    const node = await test.addNode()
    await expect(edit(input, node)).rejects.toThrow(reason)
    await expect(test.addNode(input)).rejects.toThrow(reason)
  })
})

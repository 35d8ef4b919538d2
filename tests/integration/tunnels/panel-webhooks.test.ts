import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { openTunnelShop, type Person, type TunnelShop } from './panels.setup.ts'

const secret = 'signs-what-it-sends'
let shop: TunnelShop
let app: TestApp
beforeAll(async () => {
  shop = await openTunnelShop()
  app = await createTestApp({ db: shop.db })
  await shop.set('wave', 'remnawave')
  await shop.set('bare', 'marzban')
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const user = ({ subject }: Person) => shop.panels.remnawave.users.get(subject)!
const member = async (): Promise<Person> => {
  const person = await shop.person()
  await shop.buy(person)
  await shop.settle('wave', 'bare')
  return person
}
type Said = { headers: Record<string, string>; body: string }
const say = (person: Person, event = 'user.modified'): Said =>
  shop.panels.remnawave.webhook(secret, event, user(person))
const post = async ({ headers, body }: Said, provider = 'wave') =>
  (await app.app.inject({ method: 'POST', url: `/webhooks/tunnels/${provider}`, headers, payload: body })).statusCode
const row = async ({ userId }: Person, provider = 'wave') =>
  (
    await shop.rows<{ look: boolean; due_at: Date | null; turn: string }>(
      'select look, due_at, turn from tunnel_deliveries where user_id = $1 and provider = $2',
      [userId, provider],
    )
  )[0]!

describe('panel webhook', () => {
  it('a webhook triggers a check of its user, and a difference at the panel is repaired', async () => {
    const [person, other] = [await member(), await member()]
    user(person).status = 'DISABLED'
    user(other).status = 'DISABLED'
    const before = await row(other)
    expect(await post(say(person, 'user.disabled'))).toBe(200)
    expect(await row(other)).toEqual(before)
    await shop.settle('wave')
    expect(user(person).status).toBe('ACTIVE')
    expect(user(other).status).toBe('DISABLED')
    expect(await row(person)).toMatchObject({ look: false, due_at: null })
  })

  it('a webhook is not trusted: its content alone changes nothing', async () => {
    const person = await member()
    const before = { ...user(person) }
    const said = shop.panels.remnawave.webhook(secret, 'user.deleted', { ...user(person), status: 'DISABLED' })
    expect(await post(said)).toBe(200)
    await shop.settle('wave')
    expect(user(person)).toEqual(before)
  })

  it('a repeated or older webhook is ignored', async () => {
    const person = await member()
    const older = say(person)
    const at = JSON.parse(older.body) as { timestamp: string }
    const first: Said = say(person)
    const later = JSON.stringify({
      ...(JSON.parse(first.body) as object),
      timestamp: new Date(Date.parse(at.timestamp) + 1_000).toISOString(),
    })
    const newest = sign(later)
    expect(await post(newest)).toBe(200)
    await shop.settle('wave')
    const before = await row(person)
    const calls = shop.panels.remnawave.calls
    for (const said of [newest, newest, older]) expect(await post(said)).toBe(200)
    expect(await row(person)).toEqual(before)
    await shop.settle('wave')
    expect(shop.panels.remnawave.calls).toBe(calls)
  })

  it('repeated webhooks check a user at most once a minute', async () => {
    const person = await member()
    const at = Date.now()
    const said = (offset: number) =>
      sign(
        JSON.stringify({ ...(JSON.parse(say(person).body) as object), timestamp: new Date(at + offset).toISOString() }),
      )
    expect(await post(said(0))).toBe(200)
    await shop.settle('wave')
    const { turn } = await row(person)
    expect(await post(said(1_000))).toBe(200)
    const again = await row(person)
    expect(Number(again.turn)).toBe(Number(turn) + 1)
    expect(again.due_at!.getTime()).toBeGreaterThan(at + 30_000)
    await shop.buy(person)
    expect((await row(person)).due_at!.getTime()).toBeLessThan(at + 30_000)
    await shop.settle('wave')
  })

  it('a webhook about a foreign user, a node, or of unknown shape is accepted and ignored', async () => {
    const stranger = shop.panels.remnawave.add('someone', { status: 'ACTIVE' })
    for (const said of [
      shop.panels.remnawave.webhook(secret, 'user.modified', stranger),
      sign(
        JSON.stringify({
          scope: 'node',
          event: 'node.created',
          timestamp: new Date().toISOString(),
          data: { name: 'x' },
        }),
      ),
      sign('nonsense'),
      sign(''),
    ])
      expect(await post(said)).toBe(200)
    expect(await shop.rows('select 1 from tunnel_deliveries where look')).toEqual([])
  })
})

const sign = (body: string): Said => shop.panels.remnawave.sign(secret, body)

describe('forged panel webhook', () => {
  it('any invalid webhook returns 401 and triggers no check', async () => {
    const person = await member()
    const said = say(person)
    const before = await row(person)
    const forged: [Said, string?][] = [
      [{ ...said, body: said.body.replace('ACTIVE', 'active') }],
      [{ ...said, body: `${said.body} ` }],
      [{ ...said, headers: { ...said.headers, 'x-remnawave-signature': '0'.repeat(64) } }],
      [{ ...said, headers: { ...said.headers, 'x-remnawave-signature': 'short' } }],
      [{ ...said, headers: { 'content-type': 'application/json' } }],
      [shop.panels.remnawave.webhook('', 'user.modified', user(person))],
      [shop.panels.remnawave.webhook('another secret', 'user.modified', user(person))],
      [said, 'bare'],
      [said, 'unknown'],
      [said, 'No-Name'],
    ]
    for (const [one, provider] of forged) expect(await post(one, provider)).toBe(401)
    expect(await row(person)).toEqual(before)
    expect(await post(said)).toBe(200)
  })

  it('a panel without a webhook secret accepts no webhook', async () => {
    const { webhookSecret: _secret, ...settings } = shop.panels.settings.remnawave as Record<string, unknown>
    await shop.set('mute', 'remnawave', ['paid'], settings)
    await shop.settle('mute')
    const person = await member()
    for (const key of ['undefined', ''])
      expect(await post(shop.panels.remnawave.webhook(key, 'user.modified', user(person)), 'mute')).toBe(401)
  })
})

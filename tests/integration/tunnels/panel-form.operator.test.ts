import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { operatorRoles } from '#shared/contract/operator/roles.ts'
import { openForm } from '#server/operator/open-form.ts'
import { runAction } from '#server/operator/run-action.ts'
import { say } from '#text/say.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { marzbanPassword, openTunnelShop, remnawaveToken, secret, squad, type TunnelShop } from './panels.setup.ts'

let shop: TunnelShop
beforeAll(async () => {
  shop = await openTunnelShop()
})
afterAll(() => shop.close())

type Wish = Parameters<typeof runAction>[2]
const run = (name: ActionName, input: object, more: Partial<Wish> = {}) =>
  runAction(name, async () => ({ ...input }), {
    database: shop.db.database,
    config: shop.config,
    operator: { ...ada, role: 'owner' },
    confirm: async () => ({ ok: true, value: null }),
    ...more,
  })
async function outputOf(name: ActionName, input: object, more: Partial<Wish> = {}) {
  const ran = await run(name, input, more)
  if (!ran.ok) throw new Error(say('en', ran.refusal.sentence))
  return ran.value.output as Record<string, unknown>
}
async function refusalOf(name: ActionName, input: object, language: 'en' | 'zh-CN' = 'en') {
  const ran = await run(name, input)
  if (!ran.ok) return say(language, ran.refusal.sentence)
  const { works, says } = ran.value.output as { works?: boolean; says?: Parameters<typeof say>[1] }
  if (works !== false || says === undefined) throw new Error('accepted')
  return say(language, says)
}

const fieldsOf = () =>
  ({
    remnawave: {
      provider: 'wave',
      kind: 'remnawave',
      url: `${shop.panels.url}/remnawave`,
      apiToken: remnawaveToken,
      squads: [squad],
      webhookSecret: 'signs-what-it-sends',
    },
    marzban: {
      provider: 'ban',
      kind: 'marzban',
      url: `${shop.panels.url}/marzban`,
      username: 'shop',
      password: marzbanPassword,
      protocols: ['vless'],
    },
    webhook: { provider: 'hook', kind: 'webhook', url: `${shop.panels.url}/receiver`, signingSecret: secret },
  }) as const
const kinds = ['remnawave', 'marzban', 'webhook'] as const

describe('connecting a panel by the fields of a form', () => {
  it.each(kinds)('tests %s before anything is saved, and saves it', async (kind) => {
    const fields = fieldsOf()[kind]
    const tested = await outputOf('tunnels.test-settings', fields)
    expect(tested.works).toBe(true)
    expect(say('en', tested.says as never)).toMatch(/accepts our token|lets us sign in|accepted a signed test/)
    expect(await shop.rows('select id from tunnel_providers where id = $1', [fields.provider])).toEqual([])
    const saved = await outputOf('tunnels.set-provider', { ...fields, serves: ['paid', 'trial'] })
    expect(saved).toMatchObject({ change: 'added', origin: shop.panels.url })
    const after = await outputOf('tunnels.test-provider', { provider: fields.provider })
    expect(after.provider).toBe(fields.provider)
  })

  it.each(kinds)('fills the form of %s without secrets, and saves it unchanged', async (kind) => {
    const { provider } = fieldsOf()[kind]
    const more = { database: shop.db.database, config: shop.config, operator: { ...ada, role: 'owner' as const } }
    const open = await openForm('tunnels.set-provider', { provider }, { ...more, expect: undefined })
    if (!open.ok) throw new Error(open.refusal.sentence.code)
    const text = JSON.stringify(open.value)
    for (const hidden of [remnawaveToken, marzbanPassword, secret, 'signs-what-it-sends'])
      expect(text).not.toContain(hidden)
    const [before] = await shop.rows<{ settings: Buffer }>('select settings from tunnel_providers where id = $1', [
      provider,
    ])
    expect(await outputOf('tunnels.set-provider', { ...open.value.values, provider })).toMatchObject({ newSecrets: 0 })
    expect(await outputOf('tunnels.test-provider', { provider })).toMatchObject({ provider })
    expect(before).toBeDefined()
  })

  it('says in both languages what is wrong at the panel', async () => {
    const { remnawave, marzban } = fieldsOf()
    const wrongToken = { ...remnawave, apiToken: 'another-token-altogether' }
    expect(await refusalOf('tunnels.test-settings', wrongToken)).toBe(
      'wave does not work: it does not accept these credentials (HTTP 401).',
    )
    expect(await refusalOf('tunnels.test-settings', wrongToken, 'zh-CN')).toBe(
      'wave 不可用：它不接受这些凭据（HTTP 401）。',
    )
    expect(await refusalOf('tunnels.test-settings', { ...marzban, password: 'wrong' })).toMatch(/does not accept/)
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => closed.once('listening', done))
    const { port } = closed.address() as { port: number }
    await new Promise((done) => closed.close(done))
    const gone = { ...remnawave, provider: 'gone', url: `http://127.0.0.1:${port}` }
    expect(await refusalOf('tunnels.test-settings', gone)).toBe('gone does not work: no answer (ECONNREFUSED).')
    expect(await refusalOf('tunnels.test-settings', gone, 'zh-CN')).toBe('gone 不可用：没有回应（ECONNREFUSED）。')
  })

  it.each(['remnawave', 'marzban'] as const)('tries the link of one of our users at %s', async (kind) => {
    const fields = fieldsOf()[kind]
    const says = async () => say('en', (await outputOf('tunnels.test-settings', fields)).says as never)
    expect(await says()).toContain('No user of ours is there yet')
    const { subject } = await shop.person()
    if (kind === 'remnawave') shop.panels.remnawave.add(subject, { tag: 'WAYFARE', expireAt: '2099-01-01T00:00:00Z' })
    else shop.panels.marzban.add(subject, {})
    expect(await says()).toContain('The link of one of our users opens too')
    // Remnawave has the host of its links in SUB_PUBLIC_DOMAIN, Marzban in XRAY_SUBSCRIPTION_URL_PREFIX.
    const { options } = shop.panels[kind]
    const before = { ...options }
    Object.assign(options, { prefix: 'https://links.example' })
    expect(await refusalOf('tunnels.test-settings', fields)).toBe(
      `${fields.provider} does not work: its links lead to https://links.example; enter https://links.example as the address of the subscription page, if that is your panel.`,
    )
    expect(await refusalOf('tunnels.test-settings', fields, 'zh-CN')).toContain(
      '请将订阅页地址填为 https://links.example',
    )
    const nowhere = 'http://127.0.0.1:9'
    Object.assign(options, { prefix: nowhere })
    expect(await refusalOf('tunnels.test-settings', { ...fields, subscriptionUrl: nowhere })).toContain(
      'the link of one of our users does not open: no answer',
    )
    Object.assign(options, { prefix: undefined, ...before })
    shop.panels[kind].users.delete(subject)
  })

  it('never sends a saved secret to another host', async () => {
    const heard: string[] = []
    const thief = createServer((request, answer) => {
      heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
      answer.end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((done) => thief.once('listening', done))
    const { port } = thief.address() as { port: number }
    for (const kind of kinds) {
      const secrets = ['apiToken', 'password', 'signingSecret']
      const fields = Object.fromEntries(Object.entries(fieldsOf()[kind]).filter(([name]) => !secrets.includes(name)))
      const input = { ...fields, url: `http://127.0.0.1:${port}` }
      expect(await refusalOf('tunnels.test-settings', input)).toContain('leads to another host')
      expect(await refusalOf('tunnels.set-provider', { ...input, serves: ['paid'] })).toContain('leads to another host')
    }
    thief.close()
    expect(heard).toEqual([])
  })

  it('previews a test without calling the panel', async () => {
    const fields = { ...fieldsOf().remnawave, url: 'http://127.0.0.1:9/', provider: 'unseen' }
    const preview = await outputOf('tunnels.test-settings', fields, { preview: true })
    expect(preview).toMatchObject({ says: { code: 'panel.wouldTest' } })
  })

  it('refuses a file together with fields', async () => {
    const input = { ...fieldsOf().webhook, serves: ['paid'], file: '{}' }
    expect(await refusalOf('tunnels.set-provider', input)).toBe('Give either {file} or the other settings.')
  })

  it('refuses "nobody" as the served plans together with a plan', async () => {
    const input = { ...fieldsOf().webhook, serves: ['none', 'paid'] }
    expect(await refusalOf('tunnels.set-provider', input)).toContain('none')
  })

  it('shows secrets to no role that looks at the proposal, and keeps them out of every table', async () => {
    const person = await shop.person()
    await shop.buy(person)
    const hidden = 'a-token-that-nobody-may-see'
    const ran = await run('tunnels.set-provider', { ...fieldsOf().remnawave, serves: ['paid'], apiToken: hidden })
    if (!ran.ok) throw new Error(say('en', ran.refusal.sentence))
    const { proposal, input } = ran.value
    expect(input.apiToken).toBe('***')
    for (const role of operatorRoles) {
      const show = await run('approvals.show', { id: proposal!.id }, { operator: { ...ben, role } })
      expect(JSON.stringify(show)).toContain('***')
      expect(JSON.stringify(show)).not.toContain(hidden)
      expect(JSON.stringify(show)).not.toContain('signs-what-it-sends')
    }
    expect(JSON.stringify(await dumpTexts(shop.db))).not.toContain(hidden)
    const granted = await run('approvals.grant', { id: proposal!.id }, { operator: { ...ben, role: 'owner' } })
    expect(granted.ok).toBe(true)
    expect(JSON.stringify(granted)).not.toContain(hidden)
  })
})

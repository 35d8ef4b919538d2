import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { consoleApi, progressType, type ConsoleAct, type ConsoleLine } from '#shared/console.ts'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { mayAct, operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { createUser } from '#tests/support/factories.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let shop: TestApp
let desk: OperatorDesk
const people = {} as Record<OperatorRole, Person>
const browsers = {} as Record<OperatorRole, ConsoleBrowser>
beforeAll(async () => {
  shop = await createTestApp()
  desk = await OperatorDesk.open(shop.db, shop.config)
  people.owner = await desk.firstOwner()
  for (const [name, role] of [
    ['finn', 'finance'],
    ['sue', 'support'],
    ['vic', 'viewer'],
  ] as const) {
    const hired = await desk.hire(name, role)
    people[role] = hired.person
    await hired.desk.close()
  }
  for (const role of operatorRoles) {
    const browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
    const { name, secret } = people[role]
    await browser.signIn({ name, secret, code: await desk.code(people[role]) })
    browsers[role] = browser
  }
})
beforeEach(async () => {
  await shop.db.asOwner('delete from limit_counters')
  await shop.db.asOwner('delete from audit_log')
  await shop.db.asOwner('delete from operator_proposals')
  await shop.db.asOwner('update operator_sessions set factor_at = now()')
  await shop.db.asOwner(`delete from promo_codes where note = 'a test'`)
})
afterAll(async () => {
  await desk.close()
  await shop.close()
})
const audits = async () =>
  (
    await shop.db.asOwner<{ operator: string; action: string }>(
      'select operator, action from audit_log order by at, id',
    )
  ).map(({ operator, action }) => `${operator} ${action}`)
const letFactorsAge = () => shop.db.asOwner(`update operator_sessions set factor_at = factor_at - interval '6 minutes'`)
const promo = (code: string, percent = '10') => ({ code, percent, note: 'a test' })
const someone = async (): Promise<string> => String((await createUser(shop.db.database)).uid)
const codes = async () =>
  (await shop.db.asOwner<{ code: string }>(`select code from promo_codes where note = 'a test' order by code`)).map(
    ({ code }) => code,
  )

describe('console actions', () => {
  it.each(actionNames)('the console allows %s to each role as the registry defines', async (name) => {
    const action: OperatorAction = operatorActions[name]
    const mode = action.kind === 'read' ? 'read' : 'preview'
    for (const role of operatorRoles) {
      const { data } = await browsers[role].act(name, { input: { nothing: 'of the kind' }, mode })
      const isOpen = mayAct(role, action)
      expect([role, data.status]).toEqual([
        role,
        action.onlyByCommand ? 'OnlyByCommand' : isOpen ? 'InvalidInput' : 'Forbidden',
      ])
    }
  })

  it('an action name outside the registry returns 404', async () => {
    for (const name of ['constructor', 'people', '__proto__', 'people.find.x'])
      expect((await browsers.owner.read(name as 'people.find')).http).toBe(404)
  })

  it('a read action cannot be executed, and an executing action cannot be read', async () => {
    expect((await browsers.owner.act('plans.list', { input: {}, mode: 'act' })).data.field).toBe('mode')
    expect((await browsers.owner.read('promos.create', promo('READONLY'))).data.field).toBe('mode')
    expect(await codes()).toEqual([])
  })
})

describe('long actions in the console', () => {
  const linesOf = async (name: ActionName, body: ConsoleAct) => {
    const { browser, app } = { browser: browsers.owner, app: shop.app }
    const answer = await app.inject({
      method: 'POST',
      url: `${consoleApi}/actions/${name}`,
      headers: {
        origin: shop.config.publicOrigin,
        'x-csrf': '1',
        'sec-fetch-site': 'same-origin',
        cookie: browser.cookie,
        accept: progressType,
      },
      payload: body,
    })
    return {
      type: answer.headers['content-type'],
      lines: answer.body.split('\n').map((line) => (line ? (JSON.parse(line) as ConsoleLine) : null)),
    }
  }
  const period = '2026-01'
  const both = (name: string, en: string, zh: string) => ({ [`${name}En`]: en, [`${name}Zh`]: zh })
  const mailing = {
    ...both('subject', 'Winter', '冬日'),
    ...both('heading', 'Winter days', '冬日'),
    ...both('body', 'Until Sunday.', '到周日为止。'),
    ...both('button', 'See plans', '看套餐'),
    page: '/pricing',
    name: 'to no one',
    tested: true,
  }

  it('a long action streams its progress line by line and ends with the result', async () => {
    const { type, lines } = await linesOf('payouts.prepare', { input: { period }, mode: 'preview' })
    expect(type).toBe(progressType)
    const plain = await browsers.owner.preview('payouts.prepare', { period })
    expect(lines).toEqual([{ step: { done: 0 } }, { code: 200, body: plain.data }, null])
    expect(plain.data).toMatchObject({ output: { settlements: 0 }, steps: [] })
  })

  it('a refused long action ends with the same refusal as without progress', async () => {
    const { lines } = await linesOf('mailings.send', { input: mailing, mode: 'preview' })
    const { http, data } = await browsers.owner.preview('mailings.send', mailing)
    expect([http, data.status]).toEqual([409, 'NotPossible'])
    expect(lines).toEqual([
      { step: { done: expect.any(Number) as number } },
      { code: http, body: { ...data, requestId: expect.any(String) as string } },
      null,
    ])
  })

  it('a long action that fails midway ends with an error', async () => {
    const { transaction } = shop.db.database
    let counts = 0
    vi.spyOn(shop.db.database, 'transaction').mockImplementation((work, options) =>
      transaction((tx) => {
        const one: typeof tx.one = (statement) => {
          if (statement.text.includes('from mail_people') && (counts += 1) === 2) throw new Error('broken')
          return tx.one(statement)
        }
        return work({ ...tx, one })
      }, options),
    )
    try {
      const { lines } = await linesOf('mailings.send', { input: mailing, mode: 'preview' })
      expect(lines).toMatchObject([{ step: {} }, { code: 500, body: { status: 'Internal' } }, null])
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('a long action refused at once responds without progress', async () => {
    const { type, lines } = await linesOf('payouts.prepare', { input: { period: '2026-99' }, mode: 'preview' })
    expect([type, lines]).toMatchObject(['application/json; charset=utf-8', [{ status: 'InvalidInput' }]])
  })
})

describe('executing actions in the console', () => {
  it('an action is previewed and rolled back, then executed as previewed with one audit entry', async () => {
    const preview = await browsers.finance.preview('promos.create', promo('SEEN10'))
    expect(preview).toMatchObject({
      http: 200,
      data: { proposal: null, takesTwo: null, seen: expect.any(String) as string },
    })
    expect([await codes(), await audits()]).toEqual([[], []])
    const seen = preview.data.seen ?? ''
    const done = await browsers.finance.act('promos.create', {
      input: promo('SEEN10'),
      mode: 'act',
      seen,
      key: randomUUID(),
    })
    expect(done).toMatchObject({ http: 200, data: { proposal: null, seen: null } })
    expect(await codes()).toEqual(['SEEN10'])
    expect(await audits()).toEqual([`${people.finance.name} promos.create`])
  })

  it('an action is refused if its effects differ from the preview', async () => {
    const grant = { user: await someone(), days: 3, reason: 'late node' }
    const before = await browsers.support.preview('people.give-time', grant)
    await browsers.support.act('people.give-time', { input: { ...grant, days: 1 }, mode: 'act' })
    await shop.db.asOwner('delete from audit_log')
    const act = { input: grant, mode: 'act', seen: before.data.seen ?? '', key: randomUUID() } as const
    const other = await browsers.support.act('people.give-time', act)
    expect(other).toMatchObject({ http: 409, data: { status: 'EffectsChanged', outcome: { proposal: null } } })
    expect(await audits()).toEqual([])
    // The submission had no effect, so it can be repeated with the current effects.
    const again = await browsers.support.act('people.give-time', { ...act, seen: other.data.outcome?.seen ?? '' })
    expect(again.http).toBe(200)
  })

  it("the refusal names the other operator's action on the same object", async () => {
    const grant = { user: await someone(), days: 3, reason: 'late node' }
    const before = await browsers.support.preview('people.give-time', grant)
    const theirs = await browsers.owner.act('people.give-time', { input: { ...grant, days: 1 }, mode: 'act' })
    expect(theirs.http).toBe(200)
    const act = { input: grant, mode: 'act', seen: before.data.seen ?? '', key: randomUUID() } as const
    const { data } = await browsers.support.act('people.give-time', act)
    const [entry] = await shop.db.asOwner<{ operator: string }>(
      `select operator from audit_log where action = 'people.give-time' order by at desc limit 1`,
    )
    expect(data.outcome?.meanwhile).toEqual([
      { at: expect.stringMatching(/Z$/), operator: entry?.operator, action: 'people.give-time' },
    ])
  })

  it('a time counted from now may move by the elapsed time without a refusal', async () => {
    const input = { user: await someone(), minutes: 30, reason: 'a call' }
    const { data } = await browsers.support.preview('people.give-time', input)
    const done = await browsers.support.act('people.give-time', {
      input,
      mode: 'act',
      seen: data.seen ?? '',
      key: randomUUID(),
    })
    expect(done.http).toBe(200)
  })

  it('a time counted from now uses the database clock when the server clock is ahead', async () => {
    const input = { user: await someone(), minutes: 30, reason: 'a call' }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    try {
      const { data } = await browsers.support.preview('people.give-time', input)
      const act = { input, mode: 'act', seen: data.seen ?? '', key: randomUUID() } as const
      expect((await browsers.support.act('people.give-time', act)).http).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('an action is executed although unrelated counts changed since the preview', async () => {
    const input = { method: 'alipay', reason: 'a test' }
    const before = await browsers.finance.preview('methods.pause', input)
    await shop.db.asOwner(
      `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
         total_minor, status, idempotency_key, request_hash, payable_until)
       select gen_random_uuid(), 'BUSY', (select id from users order by uid limit 1), id, names, 1, 0, 1, 'alipay', 'CNY', 1, 1,
         'awaiting_payment', 'busy', 'x', now() + interval '1 hour' from goods limit 1`,
    )
    const act = { input, mode: 'act', seen: before.data.seen ?? '', key: randomUUID() } as const
    const done = await browsers.finance.act('methods.pause', act)
    await shop.db.asOwner(`delete from settings where key = 'pausedMethods'`)
    expect([done.http, before.data.output, done.data.output]).toMatchObject([200, { openOrders: 0 }, { openOrders: 1 }])
  })

  it('parallel requests with one idempotency key execute the action once', async () => {
    const act = { input: promo('ONCE'), mode: 'act', key: randomUUID() } as const
    const sent = await Promise.all(Array.from({ length: 6 }, () => browsers.finance.act('promos.create', act)))
    expect(sent.map(({ http }) => http).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await audits()).filter((row) => row.includes('promos.create'))).toHaveLength(1)
  })

  it('asks for a second-factor code only before an action that would not be refused', async () => {
    const key = randomUUID()
    const act = (input: ReturnType<typeof promo>) => browsers.finance.act('promos.create', { input, mode: 'act', key })
    expect((await act(promo('SENTONCE'))).http).toBe(200)
    await letFactorsAge()
    expect((await act(promo('SENTONCE'))).data.message).toContain('already')
    const statusOf = async (name: ActionName, input: object) =>
      (await browsers.owner.act(name, { input: { ...input }, mode: 'act', key: randomUUID() })).data.status
    for (const period of ['2026-13', 'October', '2999-01'])
      expect(await statusOf('payouts.prepare', { period })).not.toBe('FactorNeeded')
    expect(await statusOf('payouts.prepare', { period: '2020-01' })).toBe('FactorNeeded')
    expect(await statusOf('orders.refund', { order: 'NONE-SUCH', all: true, reason: 'x' })).toBe('InvalidInput')
    expect(await audits()).toEqual(['finn promos.create'])
  })

  it('an action about money requires a fresh code before it is executed', async () => {
    await letFactorsAge()
    const act = { input: promo('FRESH'), mode: 'act', key: randomUUID() } as const
    expect((await browsers.finance.act('promos.create', act)).data.status).toBe('FactorNeeded')
    expect(await codes()).toEqual([])
    const code = await desk.code(people.finance)
    expect((await browsers.finance.ask('POST', '/factor', { code })).http).toBe(200)
    expect((await browsers.finance.act('promos.create', act)).http).toBe(200)
    expect(await codes()).toEqual(['FRESH'])
  })

  it('an action that needs two operators says so in its preview and waits for another operator', async () => {
    const input = promo('HALF', '80')
    const { data } = await browsers.finance.preview('promos.create', input)
    expect(data.takesTwo).toContain('50')
    const key = randomUUID()
    const asked = await browsers.finance.act('promos.create', { input, mode: 'act', seen: data.seen ?? '', key })
    expect(asked.data.proposal?.id).toEqual(expect.any(String))
    expect((await browsers.finance.act('promos.create', { input, mode: 'act', key })).http).toBe(409)
    expect(await codes()).toEqual([])
    const id = asked.data.proposal?.id
    const grant = { input: { id }, mode: 'act', key: randomUUID() } as const
    expect((await browsers.finance.act('approvals.grant', grant)).data.status).toBe('Forbidden')
    expect((await browsers.owner.act('approvals.grant', grant)).http).toBe(200)
    expect(await codes()).toEqual(['HALF'])
  })

  it('a proposal refused by a limit can be repeated later with the same idempotency key', async () => {
    const input = promo('FLOODED', '80')
    const act = { input, mode: 'act', key: randomUUID() } as const
    await shop.db.asOwner(
      `insert into operator_proposals (id, action, options, why, preview, prepared_by)
       select gen_random_uuid(), 'promos.create', '{}', '{}', '{}', o.id from operators o, generate_series(1, 50) where o.name = 'finn'`,
    )
    expect((await browsers.finance.act('promos.create', act)).data.message).toContain('You have 50 open proposals')
    await shop.db.asOwner('delete from operator_proposals')
    expect((await browsers.finance.act('promos.create', act)).data.proposal?.id).toEqual(expect.any(String))
  })

  it('an invalid field is named in the refusal', async () => {
    const { data } = await browsers.finance.preview('promos.create', { ...promo('NAMED'), maxUses: 'many' })
    expect(data).toMatchObject({ status: 'InvalidInput', field: 'maxUses' })
  })

  it.each([
    ['a body that is not JSON', 'promo', 415],
    ['no input', { mode: 'preview' }, 400],
    ['an unknown mode', { input: {}, mode: 'force' }, 400],
    ['an invalid idempotency key', { input: {}, mode: 'act', key: 'x' }, 400],
    [
      'invalid effects in place of those of the preview',
      { input: promo('SEEN'), mode: 'act', seen: '{"at":"never"}' },
      400,
    ],
    ['U+0000', { input: { ...promo('NUL'), note: 'a\0b' }, mode: 'preview' }, 400],
  ])('a request with %s is refused', async (_, body, http) => {
    const sent = typeof body === 'string' ? { headers: { 'content-type': 'text/plain' } } : {}
    expect((await browsers.finance.ask('POST', '/actions/promos.create', body, sent)).http).toBe(http)
    expect(await codes()).toEqual([])
  })
})

it('a viewer sees an action in the audit log without its details', async () => {
  await browsers.support.act('people.give-time', {
    input: { user: await someone(), days: 1, reason: 'a private reason' },
    mode: 'act',
  })
  const [row] = await shop.db.asOwner<{ id: string }>(`select id from audit_log where action = 'people.give-time'`)
  const [seen, whole] = await Promise.all(
    [browsers.viewer, browsers.support].map((browser) => browser.read('audit.show', { id: row?.id })),
  )
  expect(seen?.data.output).toMatchObject({ action: 'people.give-time', details: null })
  expect(JSON.stringify(whole?.data.output)).toContain('a private reason')
})

it("a demoted operator loses the session and the role's permissions", async () => {
  await desk.signIn(people.owner)
  const kim = await desk.hire('kim', 'support')
  const browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
  await browser.signIn({ name: 'kim', secret: kim.person.secret, code: await desk.code(kim.person) })
  expect((await browser.read('plans.list')).http).toBe(200)
  await desk.run(['operators', 'change', '--name', 'kim', '--role', 'viewer'])
  expect((await browser.read('plans.list')).data.status).toBe('NotSignedIn')
  await kim.desk.close()
})

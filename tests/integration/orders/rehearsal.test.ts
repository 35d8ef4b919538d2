import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { readShop } from '#server/metrics/read-shop.ts'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { exportSources } from '#server/workflows/exports/export-rows.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { createPassCookie, createShopPasses } from '#server/modules/operators/shop-pass.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { foldAll, tomorrow } from '#tests/support/figures.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'
import { runAction } from '#tests/support/run-action.ts'
import { eventually, openShop, payAddress, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
let desk: OperatorDesk
let ann: Person
let sue: Person
beforeAll(async () => {
  shop = await openShop()
  desk = await OperatorDesk.open(shop.app.db, shop.app.config)
  ann = await desk.firstOwner()
  sue = (await desk.hire('sue', 'support')).person
})
beforeEach(() => shop.rows('delete from limit_counters'))
afterAll(async () => {
  await desk.close()
  await shop.close()
})

const signIn = async (person: Person) => {
  const browser = new ConsoleBrowser(shop.app.app, shop.app.config.publicOrigin)
  const { name, secret } = person
  expect((await browser.signIn({ name, secret, code: await desk.code(person) })).http).toBe(200)
  return browser
}
/** Cookie header of a browser in which the operator followed the console's link to a rehearsal. */
const rehearsalOf = async (browser: ConsoleBrowser, what = 'rehearsal') => {
  const sent = await shop.app.app.inject({ url: `/console/api/look?${what}`, headers: { cookie: browser.cookie } })
  const link = new URL(String(sent.headers.location)).searchParams.get('pass') ?? ''
  const pass = createShopPasses(shop.deps.database, shop.deps.digest).cookieFor(link)
  return {
    cookie: createPassCookie(shop.app.config.publicOrigin)
      .set(pass ?? '')
      .split(';', 1)[0]!,
  }
}
let named = 0
async function signUp(headers: Record<string, string>) {
  const input = { accountName: `rehearsal.${named++}`, password: 'correct horse 42', agreed: true } as const
  const registered = await shop.app.call('/api/user/user_register_username', input, { headers })
  const info = await shop.app.call('/api/system/system_user_info', {}, { token: registered.pragma, headers })
  return { uid: registered.data.uid, token: info.pragma as string }
}
const testPlan = { goodsId: 'rehearsal', currency: 'CNY', method: 'alipay', expectedTotalMinor: 100 } as const
const salePlan = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay', expectedTotalMinor: 26_800 } as const
const buy = (
  plan: typeof testPlan | typeof salePlan,
  token: string,
  headers: Record<string, string> = {},
  more: { promoCode?: string } = {},
) =>
  shop.app.call(
    '/api/payment/payment_purchase',
    { ...plan, ...more, idempotencyKey: crypto.randomUUID() },
    { token, headers },
  )
const isTest = async (uid: number) =>
  (await shop.rows<{ is: boolean }>('select test_by is not null as is from users where uid = $1', [uid]))[0]!.is

async function pay(orderId: string): Promise<void> {
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  const [order] = await shop.rows<{ userId: string }>('select user_id as "userId" from orders where id = $1', [orderId])
  const placed = { orderId, userId: order!.userId, attemptId: attempt!.id }
  const { pay: step } = await shop.view({ ...placed, payUrl: '' })
  await shop.visit({ ...placed, payUrl: payAddress(step) })
  await shop.switchboard('POST', `alipay/bills/${attempt!.id}/pay`, { notify: 1 })
  await eventually(async () => {
    await shop.work()
    return (await shop.rows(`select 1 from orders where id = $1 and status = 'paid'`, [orderId])).length === 1
  })
  // Runs the jobs that the payment has queued: the receipt and the mails.
  await shop.work()
}

/** Reads that show a rehearsal on purpose, or change by themselves, each with the reason. */
const leftOut: Readonly<Partial<Record<ActionName, string>>> = {
  'rehearsals.show': 'is the list of rehearsals',
  'orders.list': 'lists every order, those of rehearsals with a mark',
  'setup.show': 'ticks the step of the first test sale',
  'ledger.verify': 'shows the account of rehearsals; compared without it below',
  'ledger.postings': 'lists every posting, those of rehearsals on their own account',
  'audit.list': 'shows what operators did',
  'jobs.list': 'shows jobs, which also send the mails of a rehearsal',
  'jobs.lanes': 'shows jobs, which also send the mails of a rehearsal',
  'operators.list': 'shows when operators acted last',
}
const reads = actionNames.filter((name) => {
  const { kind, input } = operatorActions[name] as OperatorAction
  return kind === 'read' && !(name in leftOut) && Value.Check(input, {})
})
/** JSON of a value without its times, which differ between two reads of the same state. */
const still = (value: unknown) => JSON.stringify(value)?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')

async function readFigures(): Promise<Record<string, unknown>> {
  const { database } = shop.deps
  const { config, payments } = shop.app
  const figures: Record<string, unknown> = {}
  for (const name of reads)
    figures[name] = still(await perform(database, name, {}, { config }).catch((error: Error) => error.message))
  for (const days of [1, 7, 30])
    figures[`today of ${days}`] = still(await perform(database, 'today.show', { days }, { config }))
  for (const list of ['orders', 'accounting', 'people', 'commissions'] as const)
    figures[`export of ${list}`] = still(await exportSources[list].page(database, {}, null, 1_000))
  const { orders, accounts, attempts, reviews } = await readShop(database, null)
  figures['metrics'] = still({ orders, accounts, attempts, reviews })
  figures['public site'] = (await loadSiteData(database, config, payments.offers)).version
  const { balances, problems } = await perform(database, 'ledger.verify', {}, { config })
  figures['ledger'] = still({
    problems,
    balances: balances.filter(({ account }) => !/^(?:rehearsal|clearing:)/.test(account)),
  })
  for (const table of [
    'receipts',
    'receipt_series',
    'promo_uses',
    'groups',
    'commissions',
    'referrals',
    'inviter_totals',
    'payment_payers',
    'risk_signals',
  ])
    figures[table] = still(await shop.rows(`select * from ${table}`))
  return figures
}

describe('rehearsal sale', () => {
  it('pays, connects and refunds through the real provider, and changes no figure that operators see', async () => {
    const sold = await shop.order()
    await pay(sold.orderId)
    await shop.work()
    // Adds the provider's list of today before the figures are read, because the reconciliation below adds it too.
    await runAction({ database: shop.deps.database, config: shop.app.config }, 'payments.reconcile', { days: '1' })
    const before = await readFigures()
    expect(reads.length).toBeGreaterThan(40)

    const headers = await rehearsalOf(await signIn(ann))
    const { list } = (await shop.app.call('/api/payment/payment_shop', {}, { headers })).data
    expect(list.map(({ id }) => id)).toEqual(['rehearsal'])
    const person = await signUp(headers)
    expect(await isTest(person.uid)).toBe(true)
    const bought = await buy(testPlan, person.token, headers)
    expect(bought.status).toBe('OK')
    const { orderId } = bought.data
    expect(await shop.rows('select is_test from payment_attempts where order_id = $1', [orderId])).toEqual([
      { is_test: true },
    ])
    await pay(orderId)
    const [paid] = await shop.rows(
      'select status, is_test, standing_grant is not null as runs from orders where id = $1',
      [orderId],
    )
    expect(paid).toEqual({ status: 'paid', is_test: true, runs: true })
    expect((await shop.app.call('/api/payment/payment_receipt', { orderId }, { token: person.token })).status).toBe(
      'NotFound',
    )
    expect(await readFigures()).toEqual(before)

    const { steps } = await perform(shop.deps.database, 'setup.show', {}, { config: shop.app.config })
    expect(steps).toContainEqual({ step: 'sale', isDone: true })
    const { database } = shop.deps
    const { config } = shop.app
    const { orders } = await perform(database, 'rehearsals.show', {}, { config })
    const { number } = orders[0]!
    expect(orders).toMatchObject([{ user: person.uid, status: 'paid', total: { amountMinor: 100, currency: 'CNY' } }])
    // The provider's list of the day contains this payment, which must not count as an unknown one.
    expect(await runAction({ database, config }, 'payments.reconcile', { days: '1' })).toContain('0 differences')

    await perform(database, 'orders.refund', { order: number, all: true, reason: 'a rehearsal' }, { config })
    await shop.work()
    await shop.work()
    const [back] = await shop.rows(
      `select o.status, m.expires_at > now() as runs from orders o join memberships m on m.user_id = o.user_id where o.id = $1`,
      [orderId],
    )
    expect(back).toEqual({ status: 'refunded', runs: false })
    expect(await readFigures()).toEqual(before)
    expect(await runAction({ database, config }, 'payments.reconcile', { days: '1' })).toContain('0 differences')
    const postings = await shop.rows(
      'select debit, credit from ledger_postings where order_id = $1 order by booked_at',
      [orderId],
    )
    expect(postings).toEqual([
      { debit: 'clearing:alipay', credit: 'rehearsal' },
      { debit: 'rehearsal', credit: 'clearing:alipay' },
    ])
    await foldDays(database, { now: tomorrow() })
    await foldAll(shop.app.db)
    expect(await findFigureProblems(database)).toEqual([])
    const funnel = await shop.rows<{ step: string; count: number }>(
      `select step, sum(count)::int as count from daily_funnel where step in ('sign_up', 'order_made', 'order_paid') group by step order by step`,
    )
    const [people] = await shop.rows<{ all: number; test: number }>(
      `select count(*)::int as all, (count(*) filter (where test_by is not null))::int as test from users`,
    )
    expect(people!.test).toBe(1)
    expect(funnel).toEqual([
      { step: 'order_made', count: 1 },
      { step: 'order_paid', count: 1 },
      { step: 'sign_up', count: people!.all - 1 },
    ])
  })

  it('a lost dispute of a rehearsal does not count as a chargeback of the shop', async () => {
    const { postingsFor } = await import('#server/modules/ledger/ledger.rules.ts')
    const payment = { provider: 'stripe', providerTxnId: 'x', currency: 'USD', amountMinor: 100, isMatched: true }
    const lost = { ...payment, refundedMinor: 0, chargedBackMinor: 100 }
    const order = { orderId: 'o', currency: 'USD', keptMinor: 0, payments: [lost], isTest: true }
    expect(postingsFor(order, []).flatMap(({ debit, credit }) => [debit, credit])).toEqual([
      'clearing:stripe',
      'rehearsal',
      'rehearsal',
      'clearing:stripe',
    ])
  })
})

describe('preview pass for rehearsals', () => {
  it('only the browser of a signed-in operator who may refund gets the preview pass', async () => {
    const browser = await signIn(ann)
    const url = '/console/api/look?rehearsal'
    const sent = await shop.app.app.inject({ url, headers: { cookie: browser.cookie } })
    expect(String(sent.headers.location), 'it begins with the plan').toMatch(/&plans$/)
    const headers = await rehearsalOf(browser)
    const [kind, until, session, proof] = headers.cookie.split('=')[1]!.split('.')
    expect(kind).toBe('rehearsal')
    const look = await rehearsalOf(browser, 'x')
    const theirs = (await rehearsalOf(await signIn(ann))).cookie.split('=')[1]!.split('.')[2]
    const asCookie = (...parts: (string | undefined)[]) => ({ cookie: `pass=${parts.join('.')}` })
    const refused = {
      'no cookie': {},
      'a guess': asCookie('rehearsal', until, session, 'A'.repeat(43)),
      'the session of another sign-in': asCookie(kind, until, theirs, proof),
      'a longer life': asCookie(kind, String(Number(until) + 1), session, proof),
      'a pass for looking': look,
      'a pass for looking, renamed': { cookie: look.cookie.replace('look.', 'rehearsal.') },
      'an operator without the right to refund': await rehearsalOf(await signIn(sue)),
    }
    for (const [what, cookie] of Object.entries(refused)) {
      const { list } = (await shop.app.call('/api/payment/payment_shop', {}, { headers: cookie })).data
      expect([what, list.map(({ id }) => id)]).toEqual([what, expect.not.arrayContaining(['rehearsal'])])
      const person = await signUp(cookie)
      expect([what, await isTest(person.uid)]).toEqual([what, false])
      expect([what, (await buy(testPlan, person.token, cookie)).status]).toEqual([what, 'InvalidProduct'])
    }
    await browser.ask('POST', '/sign-out', {})
    const late = await signUp(headers)
    expect(await isTest(late.uid)).toBe(false)
    expect((await buy(testPlan, late.token, headers)).status).toBe('InvalidProduct')
  })

  it('the account of a customer cannot buy in a rehearsal, and a test account cannot buy outside of one', async () => {
    const headers = await rehearsalOf(await signIn(ann))
    const customer = await registerThroughApi(shop.app, 'real.customer')
    expect((await buy(testPlan, customer.token, headers)).status).toBe('NotInRehearsal')
    expect((await buy(salePlan, customer.token)).status).toBe('OK')
    const person = await signUp(headers)
    expect((await buy(salePlan, person.token)).status).toBe('NotInRehearsal')
    expect((await buy(salePlan, person.token, headers)).status).toBe('InvalidProduct')
    expect((await buy(testPlan, person.token)).status).toBe('NotInRehearsal')
  })

  it('a test account cannot use a promo code, redeem code, group, trial or affiliate program, even without the pass', async () => {
    const headers = await rehearsalOf(await signIn(ann))
    const { token } = await signUp(headers)
    await perform(
      shop.deps.database,
      'promos.create',
      { code: 'HALF', percent: '50', note: 'x' },
      {
        config: shop.app.config,
      },
    )
    const half = { ...testPlan, expectedTotalMinor: 50 } as unknown as typeof testPlan
    expect((await buy(half, token, headers, { promoCode: 'HALF' })).status).toBe('NotInRehearsal')
    const calls = [
      ['/api/system/system_redeem_code', { code: 'ABCDEFGHJKLM' }],
      ['/api/user/user_claim_trial', {}],
      ['/api/payment/payment_joint_join', { group: '0123456789A' }],
    ] as const
    for (const [path, input] of calls)
      for (const each of [headers, {}])
        expect([path, (await shop.app.call(path as never, input as never, { token, headers: each })).status]).toEqual([
          path,
          'NotInRehearsal',
        ])
    expect(await shop.rows(`select 1 from promo_uses u join orders o on o.id = u.order_id where o.is_test`)).toEqual([])
  })

  it('an account that was opened in a rehearsal is invited by nobody', async () => {
    const headers = await rehearsalOf(await signIn(ann))
    const [inviter] = await shop.rows<{ code: string }>(
      'select invite_code as code from users where test_by is null limit 1',
    )
    const registered = await shop.app.call(
      '/api/user/user_register_username',
      { accountName: 'invited.test', password: 'correct horse 42', agreed: true, inviteCode: inviter!.code },
      { headers },
    )
    expect(registered.status).toBe('OK')
    expect(
      await shop.rows('select 1 from referrals r join users u on u.id = r.user_id where u.uid = $1', [
        registered.data.uid,
      ]),
    ).toEqual([])
  })
})

describe('price of a rehearsal', () => {
  const set = (price: string, preview = false) =>
    perform(
      shop.deps.database,
      'rehearsals.set-price',
      { currency: 'CNY', price },
      { config: shop.app.config, preview },
    )

  it('an owner chooses the price of a rehearsal within limits', async () => {
    expect((await set('0.5')).after).toMatchObject({ amountMinor: 50 })
    await expect(set('0.50')).rejects.toThrow('already')
    for (const wrong of ['0', '100.01']) await expect(set(wrong)).rejects.toThrow('must be more than 0 and at most 100')
    await set('1')
  })
})

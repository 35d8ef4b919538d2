import { afterEach, expect, it } from 'vitest'
import { parseSmsBudget } from '#server/platform/sms-config.ts'
import { createIdentityDeps } from '#server/deps/identity-deps.ts'
import { spendSms } from '#server/workflows/accounts/messages/spend-sms.ts'
import { runAction } from '#tests/support/run-action.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
afterEach(() => app.close())
const open = async (budget: string) => {
  app = await createTestApp({ env: { SMS_DAILY_BUDGET: budget } })
}

let caller = 0
/** Each request comes from another network, so that no other limit interferes. */
const ask = (identifier: string, purpose: 'register' | 'reset' = 'register', kind: 'phone' | 'email' = 'phone') =>
  app.call('/api/user/user_send_code', { purpose, kind, identifier }, { address: `198.${++caller}.100.1` })
const chinese = (n: number) => `+86138001380${String(n).padStart(2, '0')}`
const british = (n: number) => `+4474001234${String(n).padStart(2, '0')}`
const count = async (statement: string) => (await app.db.asOwner<{ n: number }>(statement))[0]!.n
const queued = () => count(`select count(*)::int as n from outbox_messages where channel = 'sms'`)

it('a country without SMS budget is refused, others and resets go on, and the operator is alerted once', async () => {
  await open('total:100,*:10,86:5')
  for (let n = 0; n < 4; n++) expect((await ask(chinese(n))).status).toBe('OK')
  const refused = await ask(chinese(4))
  expect(refused).toMatchObject({ http: 503, status: 'SmsBudgetSpent' })
  expect(refused.msg).toContain('email')
  await ask(chinese(5))
  expect(await queued()).toBe(4)

  expect((await ask(british(0))).status).toBe('OK')
  expect((await ask('new@example.com', 'register', 'email')).status).toBe('OK')
  // The last fifth is reserved for password resets, whether or not the account exists.
  expect((await ask(chinese(6), 'reset')).status).toBe('OK')
  expect((await ask(chinese(7), 'reset')).status).toBe('SmsBudgetSpent')

  expect(
    await app.db.asOwner(`select operator, action, subject from audit_log where action = 'sms budget spent'`),
  ).toEqual([{ operator: 'system', action: 'sms budget spent', subject: 'SMS to +86' }])
  expect(await spent()).toMatch(
    /100 in total, \+86 5.*\n.*"to":"all","messages":6,"refused":0,"left":94.*"to":"\+86","messages":5,"refused":3,"left":0.*"to":"\+44","messages":1,"refused":0,"left":9/,
  )
  await app.db.asOwner(`update sms_spent set day = day - 1`)
  expect(await spent()).toMatch(/the whole budget is left[^]*"to":"\+86","messages":5,"refused":3,"left":""/)
})

const spent = () => runAction({ database: app.db.database, config: app.config }, 'sms.spent')

it('all countries share a total budget, and refused messages use up no country budget', async () => {
  await open('total:5,*:5')
  const answers = []
  for (let n = 0; n < 3; n++) answers.push((await ask(chinese(n))).status, (await ask(british(n))).status)
  expect(answers).toEqual(['OK', 'OK', 'OK', 'OK', 'SmsBudgetSpent', 'SmsBudgetSpent'])
  expect(await count(`select sum(messages)::int as n from sms_spent where country <> ''`)).toBe(4)
})

it('a budget of zero sends nothing, and a new day has a new budget', async () => {
  await open('*:0,86:1')
  expect((await ask(british(0), 'reset')).status).toBe('SmsBudgetSpent')
  expect((await ask(chinese(0))).status).toBe('OK')
  expect((await ask(chinese(1))).status).toBe('SmsBudgetSpent')
  await app.db.asOwner(`update sms_spent set day = day - 1`)
  expect((await ask(chinese(2))).status).toBe('OK')
})

it('concurrent requests send exactly as many messages as the budget', async () => {
  await open('total:1000')
  const deps = {
    ...createIdentityDeps(app.config, app.db.database, () => {}),
    smsBudget: parseSmsBudget('total:1000,86:50'),
  }
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      spendSms(deps, chinese(0), 'reset', { network: `10.0.${n}.1` }).then(
        () => 'sent',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(50)
  expect(outcomes.filter((outcome) => outcome === 'SmsBudgetSpent')).toHaveLength(150)
})

it("five IP addresses can spend only a share of a country's SMS budget", async () => {
  await open('total:2000,*:300')
  const answers: string[] = []
  for (const address of [1, 2, 3, 4, 5])
    for (let n = 0; n < 25; n++) {
      const identifier = `+861380013${String(1_000 + address * 100 + n)}`
      const input = { purpose: 'register', kind: 'phone', identifier } as const
      const answer = await app.call('/api/user/user_send_code', input, { address: `203.0.113.${address}` })
      answers.push(`${answer.http} ${answer.status}`)
    }
  expect(answers.filter((answer) => answer === '200 OK')).toHaveLength(30)
  expect(answers.filter((answer) => answer === '429 TooManyRequests')).toHaveLength(95)
  const other = { purpose: 'register', kind: 'phone', identifier: '+8613900139000' } as const
  expect((await app.call('/api/user/user_send_code', other, { address: '198.51.100.1' })).status).toBe('OK')
})

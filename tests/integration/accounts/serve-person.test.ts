import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { Operator } from '#server/platform/act.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { userIdOf } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { listTold } from '../../support/sent-messages.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const how = () => ({ config: test.config })
const as = (operator: Operator) => ({
  database: test.db.database,
  config: test.config,
  operator: { ...operator, role: 'owner' as const },
  confirm: async () => ({ ok: true as const, value: null }),
})
const act = (name: 'people.erase' | 'approvals.grant', input: Record<string, unknown>, operator: Operator = ada) =>
  carryOut(name, handlers[name] as unknown as PlainHandler, input, as(operator))
const signIn = (email: string) =>
  test.call('/api/user/user_login', { kind: 'email', identifier: email, password, agreed: true })

describe('data export by an operator', () => {
  it('an operator exports the same data as the user, in a file that no preview shows and no row keeps', async () => {
    const { token, uid } = await test.registerByEmail('data@serve.example')
    const input = { user: String(uid), reason: 'cannot get in' }
    const { data, rows } = await perform(test.db.database, 'people.export-data', input, how())
    const own = await test.call('/api/user/user_export_data', {}, { token })
    const { exportedAt: _at, ...written } = JSON.parse(data) as { exportedAt: number }
    const { exportedAt: _own, ...saved } = own.data
    expect(written).toEqual(saved)
    expect(rows).toBeGreaterThan(0)
    const [kept] = await test.db.asOwner<{ details: unknown }>(
      `select details from audit_log where action = 'people.export-data'`,
    )
    expect(JSON.stringify(kept)).not.toContain('data@serve.example')
  })
})

describe('account erased by operators', () => {
  it('erasing an account needs two operators, notifies and signs out its owner, who can cancel by signing in', async () => {
    const email = 'erased@serve.example'
    const { token, uid } = await test.registerByEmail(email)
    const asked = await act('people.erase', { user: String(uid), reason: 'by letter' })
    const id = asked.ok ? asked.value.proposal?.id : undefined
    expect((await test.call('/api/system/system_user_info', {}, { token })).status).toBe('OK')
    const granted = await act('approvals.grant', { id }, ben)
    expect(granted.ok ? null : granted.refusal.sentence).toBeNull()
    expect((await test.call('/api/system/system_user_info', {}, { token })).status).toBe('Unauthorized')
    expect((await test.messagesTo(email)).map(({ subject }) => subject)).toContain(
      'Your Wayfare account will be deleted in 7 days',
    )
    const again = await act('people.erase', { user: String(uid), reason: 'x' })
    expect(again).toMatchObject({ ok: false })
    expect((await signIn(email)).status).toBe('OK')
    await test.db.asOwner(`update account_deletions set erase_at = now()`)
    expect(await eraseDueAccounts(test.db.database)).toBe(0)
    const anew = await act('people.erase', { user: String(uid), reason: 'by letter' })
    await act('approvals.grant', { id: anew.ok ? anew.value.proposal?.id : undefined }, ben)
    await test.db.asOwner(`update account_deletions set erase_at = now()`)
    expect(await eraseDueAccounts(test.db.database)).toBe(1)
    expect((await signIn(email)).status).toBe('WrongCredentials')
    const userId = await userIdOf(test, uid)
    expect(await test.db.asOwner('select 1 from account_identifiers where user_id = $1', [userId])).toEqual([])
    const over = perform(test.db.database, 'people.export-data', { user: String(uid), reason: 'x' }, how())
    await expect(over).rejects.toThrow('is erased')
  })

  it('a requested deletion is shown in the account when no message can reach its owner', async () => {
    const { uid } = await registerThroughApi(test, 'no.mail.serve')
    const asked = await act('people.erase', { user: String(uid), reason: 'by letter' })
    await act('approvals.grant', { id: asked.ok ? asked.value.proposal?.id : undefined }, ben)
    await test.work()
    const told = await listTold(test.db.asOwner, await userIdOf(test, uid))
    expect(told.map(({ template, facts, status }) => [template, facts.what, status])).toEqual([
      ['account-changed', 'deletion-requested', 'notice'],
    ])
  })
})

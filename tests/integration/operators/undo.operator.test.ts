import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { ActAction } from '#shared/contract/operator/action.ts'
import { undo as texts } from '#text/en/undo.ts'
import { undoText } from '#text/worded.ts'
import { wordsOf } from '#server/ops/find-command.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCompany, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { readPage } from './pages.setup.ts'

let app: TestApp
let company: Company
let desk: OperatorDesk
let person: Person
beforeAll(async () => {
  app = await createTestApp()
  company = openCompany(app.db)
  desk = await OperatorDesk.open(app.db, app.config, 'TEST')
  person = await company.member()
})
afterAll(async () => {
  await desk.close()
  await app.close()
})

const reason = 'a slip of the finger'

describe('a preview on the command line', () => {
  it.each<[ActionName, () => readonly string[]]>([
    ['people.give-time', () => ['--user', String(person.uid), '--days', '3', '--reason', reason]],
    ['people.block', () => ['--user', String(person.uid), '--say-nothing', '--reason', reason]],
    ['people.note', () => ['--user', String(person.uid), '--text', 'Called today.']],
    ['people.erase', () => ['--user', String(person.uid), '--reason', reason]],
    ['plans.retire', () => ['--id', 'plan-12']],
    ['methods.pause', () => ['--method', 'alipay', '--reason', reason]],
    ['redeem.create', () => ['--name', 'undo', '--count', '1', '--months', '1', '--devices', '3']],
    ['notice.set', () => ['--en', 'Works again.', '--zh', '已恢复。']],
    ['payouts.set-zone', () => ['--zone', 'Asia/Shanghai', '--reason', reason]],
  ])('the preview of %s says how the action is undone, or that it cannot be', async (name, options) => {
    const action = operatorActions[name] as unknown as ActAction
    const printed = await desk.run([...wordsOf(name).split(' '), ...options(), '--preview', '--operator', 'ada'])
    expect(printed).toContain(undoText(action.undo, texts, wordsOf))
  })
})

describe('undoing an action', () => {
  const act = (name: ActionName, input: object) => perform(app.db.database, name as never, input as never)
  const offered = async () => ({
    plans: (await app.call('/api/payment/payment_shop', {})).data.list,
    methods: (await app.call('/api/system/system_client_config', {})).data.methods,
  })
  const about = async () => {
    const { memberUntil, blocked } = await readPage(app.db.database, 'people.show', { user: String(person.uid) })
    return { memberUntil, blocked }
  }

  it('undoing a block leaves the user as before', async () => {
    const user = String(person.uid)
    const before = await about()
    await act('people.block', { user, sayNothing: true, reason })
    expect(await about()).not.toEqual(before)
    await act('people.unblock', { user, reason })
    expect(await about()).toEqual(before)
  })

  it('undoing a gift leaves the time of the user as before', async () => {
    const user = String(person.uid)
    const before = await about()
    await act('people.give-time', { user, days: 3, reason })
    const { time } = await readPage(app.db.database, 'people.show', { user })
    expect(await about()).not.toEqual(before)
    await act('people.reverse-grant', { user, grant: time[0]!.id, reason })
    expect(await about()).toEqual(before)
  })

  it.each<[ActionName, object]>([
    ['plans.retire', { id: 'plan-12' }],
    ['methods.pause', { method: 'alipay', reason }],
  ])('undoing %s leaves the offers to customers as before', async (name, input) => {
    const { undo } = operatorActions[name] as unknown as ActAction
    if (!('by' in undo)) throw new Error(`${name} is undone by no other action`)
    const before = await offered()
    await act(name, input)
    expect(await offered()).not.toEqual(before)
    await act(undo.by as ActionName, input)
    expect(await offered()).toEqual(before)
  })
})

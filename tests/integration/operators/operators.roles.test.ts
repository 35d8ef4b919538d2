import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { wordsOf } from '#server/ops/find-command.ts'
import type { Handlers } from '#server/operator/handler.ts'
import { createRunner } from '#server/operator/run-action.ts'
import { refuse } from '#server/platform/act.ts'
import { readConfig } from '#server/platform/config.ts'
import { actions } from '#text/en/actions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { exampleValues, typed } from '#tests/support/example-values.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

/** Expected roles, written independently of the code. */
const table: Readonly<Record<OperatorRole, string>> = {
  viewer: `ledger.postings; views.list; views.save; views.rename; views.remove; orders.list; alerts.list; alerts.count; notifications.show; notifications.set; notifications.test;
    today.show; figures.days; figures.months; figures.month-plans; audit.list; audit.show; people.list; people.find; nodes.list; nodes.traffic; orders.find; jobs.list; jobs.lanes; reviews.list; reviews.show; promos.list; redeem.list; groups.list; groups.show; ledger.verify; payments.lists;
    tunnels.providers; crypto.status; crypto.strays; crypto.waiting; refunds.batch-lines; content.list; content.open; content.wording; content.export; content.preview; content.versions; clients.list; segments.list; segments.count; mailings.list; mailings.show; canary.status; errors.list; errors.show; sms.spent; plans.list; plans.compare; plans.show;
    affiliates.applications; affiliates.list; affiliates.show; commissions.list; cases.list; cases.show; referrals.held; payouts.list; payouts.stages; payouts.batches; terms.list; operators.list; limits.show; settings.show; settings.sentences; rehearsals.show; notice.show; methods.list; routes.list;
    search.find; search.preview; people.show; orders.show;
    approvals.list; approvals.show; approvals.grant; approvals.refuse; operators.set-address *`,
  support: `alerts.acknowledge;
    imports.orders; notice.set *; notice.clear; messages.list; messages.show; messages.take; messages.tags; messages.tag; messages.replies; replies.list; replies.save; replies.remove; messages.answer; messages.reopen; messages.close; affiliates.clear-name; people.create; people.end-sessions; people.unbind-device; people.note; people.strike-note; people.give-time; people.block; people.unblock; tunnels.show; tunnels.rotate; tunnels.test-provider; tunnels.compare; tunnels.apply; tunnels.drop; content.publish;
    content.save-draft; content.discard-draft; content.publish-text; content.withdraw; content.publish-samples; content.withdraw-samples; content.restore; segments.save; segments.remove; clients.publish *; clients.withdraw *; clients.restore *;
    payers.list; cases.payers; benefits.import; benefits.list; benefits.withdraw; benefits.describe; queue.take;
    people.reset-second-factor * !finance; people.change-address * !finance; people.stop-change; refunds.ask; groups.ask-expire; groups.ask-remove-seat; people.ask-reverse-grant; reviews.ask-decide`,
  finance: `connections.list; connections.test; benefits.end; benefits.resume; payers.block *; payers.unblock *; cases.block-payers *; cases.unblock-payers *; routes.set *; refunds.retry *; refunds.batch *; commissions.void *; cases.release *; cases.void *; methods.pause *; methods.resume *; people.reverse-grant *; jobs.run; orders.refund *; reviews.decide *; promos.create *; promos.disable; redeem.create *; redeem.disable; groups.expire *;
    groups.remove-seat *; payments.reconcile *; crypto.refund-sent *; crypto.rescan; crypto.sweep-list; plans.add *; plans.set-price *; plans.set-group-price *;
    plans.describe; plans.retire; plans.restore; affiliates.approve; affiliates.reject; affiliates.suspend *; affiliates.resume;
    exports.start *; exports.list; exports.read *; exports.show-mail; exports.end-mail *; affiliates.set-tier *; commissions.hold; commissions.release; referrals.release; referrals.refuse; referrals.reopen; referrals.correct *; payouts.prepare *; payouts.approve *;
    payouts.paid *; payouts.cancel *; payouts.approve-batch *; payouts.file *; payouts.check-file; payouts.paid-batch *; payouts.allow-address *; payouts.hold-address`,
  owner: `setup.show; api.keys; api.make-key *; api.revoke-key; webhooks.list; webhooks.add *; webhooks.change *; webhooks.rotate-secret *; webhooks.switch *; webhooks.remove *; webhooks.deliveries; webhooks.delivery;
    webhooks.send-again; webhooks.test; people.export-data *; people.erase *; imports.add *; imports.discard; imports.start *; imports.undo *; imports.list; imports.show; imports.refused; mailings.test; mailings.send *; mailings.pause; mailings.resume *; mailings.stop; jobs.drop *; settings.set *; shop.switch *; rehearsals.set-price *; crypto.import-addresses *; keys.list; keys.reseal *; keys.retire *; canary.draft; canary.sign; canary.key *; canary.publish *; terms.publish *; marketing.export *;
    operators.invite *; operators.change *; operators.reset-factor *; operators.disable *; limits.change *; connections.set *; connections.remove *; exports.set-mail *; payouts.set-zone *; tunnels.set-provider *; tunnels.test-settings *; tunnels.remove-provider *; tunnels.let-close *;
    nodes.add *; nodes.edit *; nodes.disable; nodes.rotate-token *; nodes.install *; nodes.remove *`,
}
const lines = operatorRoles.flatMap((role) =>
  table[role].split(';').map((entry) => ({ role, entry: entry.trim().replace(/\s+/g, ' ') })),
)
const expected = new Map(
  lines.map(({ role, entry }) => {
    const [name = '', ...marks] = entry.split(' ')
    return [
      name,
      { role, asksForCode: marks.includes('*'), except: marks.find((mark) => mark.startsWith('!'))?.slice(1) },
    ]
  }),
)

let db: TestDatabase
let folder: string
let file: string
const desks = new Map<OperatorRole | 'nobody', OperatorDesk>()
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-roles-'))
  file = path.join(folder, 'file')
  await writeFile(file, 'x')
  await writeFile(`${file}.sig`, 'x')
  db = await createTestDatabase({ maxConnections: 4 })
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const owner = await OperatorDesk.open(db, config)
  await owner.firstOwner()
  desks.set('owner', owner)
  desks.set('nobody', await OperatorDesk.open(db, config))
  for (const role of ['viewer', 'support', 'finance'] as const)
    desks.set(role, (await owner.hire(`${role} one`, role)).desk)
  // The examples use "x" as the name of a user and an order; names are resolved before an action runs.
  const company = openCompany(db)
  const named = await company.order(await company.person())
  await db.asOwner(
    `with named as (insert into account_identifiers (user_id, kind, value, lookup_key) values ($1, 'email', 'x', 'x'))
     update orders set number = 'X' where id = $2`,
    [named.userId, named.orderId],
  )
})
afterAll(async () => {
  await Promise.all([...desks.values()].map((desk) => desk.close()))
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

/** Stub in place of each action, which counts the calls that pass all checks. */
let reached = 0
const stub = async () => (reached++, refuse('NotPossible', 'action.isBusy'))
const run = createRunner(Object.fromEntries(actionNames.map((name) => [name, stub])) as unknown as Handlers)
const labelOf = (name: string) => actions[name as ActionName].label
const forRole = (name: string, role: OperatorRole): string =>
  role === 'owner' ? `“${labelOf(name)}” is only for owners` : `“${labelOf(name)}” needs the role ${role} or above`
const type = (who: OperatorRole | 'nobody', name: ActionName, ...rest: string[]) => {
  reached = 0
  const options = typed(exampleValues(name, { file, folder }))
  return desks.get(who)!.run([...wordsOf(name).split(' '), ...options, ...rest], { run })
}

it('every action has a role, and the table lists no other action', () => {
  expect(actionNames.toSorted()).toEqual([...expected.keys()].toSorted())
})

const cases = actionNames.flatMap((name) =>
  operatorRoles.map((own) => ({
    name,
    own,
    ...(expected.get(name) ?? { role: 'owner' as const, asksForCode: true, except: undefined }),
  })),
)
const mayRun = ({ own, role, except }: { own: OperatorRole; role: OperatorRole; except: string | undefined }) =>
  operatorRoles.indexOf(own) >= operatorRoles.indexOf(role) && own !== except
const giveFactor = (ago: string) =>
  db.asOwner(`update operator_sessions set seen_at = now(), factor_at = now() - $1::interval`, [ago])

describe('roles of actions', () => {
  it.each(cases.filter(mayRun))('the action "$name" can be run by $own with a fresh code', async ({ own, name }) => {
    await giveFactor('0 s')
    await expect(type(own, name)).rejects.toThrow('Another action is working on this')
    expect(reached).toBe(1)
  })

  it.each(cases.filter((each) => mayRun(each) && each.asksForCode))(
    'the action "$name" asks $own for a code after five minutes, but not for a preview',
    async ({ own, name }) => {
      await giveFactor('5 minutes')
      await expect(type(own, name)).rejects.toThrow('was not answered')
      // An action runs once without effect before the code is asked for; a read does not.
      expect(reached).toBe(operatorActions[name].kind === 'act' ? 1 : 0)
      await expect(type(own, name, '--preview')).rejects.toThrow('Another action is working on this')
    },
  )

  it.each(cases.filter((each) => mayRun(each) && !each.asksForCode))(
    'the action "$name" does not ask $own for a code',
    async ({ own, name }) => {
      await giveFactor('5 minutes')
      await expect(type(own, name)).rejects.toThrow('Another action is working on this')
    },
  )

  it.each(cases.filter((each) => !mayRun(each)))(
    'the action "$name" is refused for $own before its input is read, also as a preview',
    async ({ own, role, name }) => {
      await giveFactor('0 s')
      const words = wordsOf(name).split(' ')
      for (const rest of [[], ['--preview']])
        await expect(desks.get(own)!.run([...words, ...rest], { run })).rejects.toThrow(forRole(name, role))
      await expect(type(own, name)).rejects.toThrow(forRole(name, role))
      expect(reached).toBe(0)
    },
  )

  it.each(actionNames)('the action "%s" is refused without a sign-in', async (name) => {
    for (const rest of [[], ['--preview'], ['--operator', 'ann']])
      await expect(type('nobody', name, ...rest)).rejects.toThrow(/sign(ed)? in/)
    expect(reached).toBe(0)
  })
})

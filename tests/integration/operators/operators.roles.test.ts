import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operatorRoles, type OperatorRole } from '#server/modules/operators/operators.rules.ts'
import type { Action } from '#server/ops/action.ts'
import { actions } from '#server/ops/actions.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

/** As the table of roles has it, written apart from the code. */
const table: Readonly<Record<OperatorRole, string>> = {
  viewer: `find-user; find-order; list-jobs; list-lanes; review-list; promo-list; redeem-list; group list; group show; ledger-verify; crypto status;
    content export; content preview; content versions; canary status; errors list; errors show; sms spent; goods list;
    affiliate applications; affiliate list; commission list; referral held; settlement list; terms list; operator list;
    approval list; approval show; approval grant; approval refuse`,
  support: 'grant-time; content import; benefits import; benefits list; benefits withdraw',
  finance: `run-job; refund *; review-resolve *; promo-create *; promo-disable; redeem-create *; redeem-disable; group expire *; reconcile *;
    crypto refund-sent *; crypto rescan; crypto sweep-list; goods add *; goods set-price *; goods set-group-price *; goods describe;
    goods retire; goods restore; affiliate approve; affiliate reject; affiliate suspend *; affiliate resume; affiliate tier *;
    commission hold; commission release; referral release; referral refuse; settlement prepare *; settlement approve *;
    settlement paid *; settlement cancel *`,
  owner: `crypto import *; canary draft; canary sign; canary key *; canary publish *; terms publish *; marketing export *; operator invite *;
    operator change *; operator reset-factor *; operator disable *`,
}
const lines = operatorRoles.flatMap((role) =>
  table[role].split(';').map((entry) => ({ role, entry: entry.trim().replace(/\s+/g, ' ') })),
)
const expected = new Map(
  lines.map(({ role, entry }) => [entry.replace(' *', ''), { role, asksForCode: entry.endsWith(' *') }]),
)

let db: TestDatabase
const desks = new Map<OperatorRole | 'nobody', OperatorDesk>()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const owner = await OperatorDesk.open(db, config)
  await owner.firstOwner()
  desks.set('owner', owner)
  desks.set('nobody', await OperatorDesk.open(db, config))
  for (const role of ['viewer', 'support', 'finance'] as const)
    desks.set(role, (await owner.hire(`${role} one`, role)).desk)
})
afterAll(async () => {
  await Promise.all([...desks.values()].map((desk) => desk.close()))
  await db.drop()
})

/** The command with everything that the gate goes by, and a body that only says that it was reached. */
function stub(action: Action): { action: Action; runs: () => number } {
  let runs = 0
  return {
    action: { ...action, options: {}, second: async () => null, run: async () => void runs++ },
    runs: () => runs,
  }
}

it('every command has a role, and no other command is in the table', () => {
  expect(actions.map(({ name }) => name).toSorted()).toEqual([...expected.keys()].toSorted())
})

const cases = actions.flatMap((action) =>
  operatorRoles.map((own) => ({
    name: action.name,
    own,
    action,
    ...(expected.get(action.name) ?? { role: 'owner' as const, asksForCode: true }),
  })),
)
const mayRun = ({ own, role }: { own: OperatorRole; role: OperatorRole }) =>
  operatorRoles.indexOf(own) >= operatorRoles.indexOf(role)
const type = (who: OperatorRole | 'nobody', action: Action, ...rest: string[]) =>
  desks.get(who)!.run([...action.name.split(' '), ...rest], { actions: [action] })
const giveFactor = (ago: string) =>
  db.asOwner(`update operator_sessions set seen_at = now(), factor_at = now() - $1::interval`, [ago])

describe('a command', () => {
  it.each(cases.filter(mayRun))('"$name" runs for $own with a code of now', async ({ own, action: original }) => {
    await giveFactor('0 s')
    const { action, runs } = stub(original)
    await type(own, action)
    expect(runs()).toBe(1)
  })

  it.each(cases.filter((each) => mayRun(each) && each.asksForCode))(
    '"$name" asks $own for a code after five minutes',
    async ({ own, action: original }) => {
      await giveFactor('5 minutes')
      const { action, runs } = stub(original)
      await expect(type(own, action)).rejects.toThrow('was not answered')
      expect(runs()).toBe(0)
    },
  )

  it.each(cases.filter((each) => mayRun(each) && !each.asksForCode))(
    '"$name" asks $own for no code',
    async ({ own, action: original }) => {
      await giveFactor('5 minutes')
      const { action, runs } = stub(original)
      await type(own, action)
      expect(runs()).toBe(1)
    },
  )

  it.each(cases.filter((each) => !mayRun(each)))(
    '"$name" is refused for $own, a dry run too',
    async ({ own, role, action: original }) => {
      await giveFactor('0 s')
      const { action, runs } = stub(original)
      for (const rest of [[], ['--dry-run']])
        await expect(type(own, action, ...rest)).rejects.toThrow(`"${action.name}" is for the role ${role}`)
      expect(runs()).toBe(0)
    },
  )

  it.each(actions)('"$name" is refused for who is not signed in', async (original) => {
    const { action, runs } = stub(original)
    for (const rest of [[], ['--dry-run'], ['--operator', 'ann']])
      await expect(type('nobody', action, ...rest)).rejects.toThrow(/sign(ed)? in/)
    expect(runs()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { actionNames, operatorActions } from '../operator.ts'
import type { OperatorAction } from './action.ts'
import { guardOf } from './reach.ts'

const all = actionNames.map((name) => ({ name: name as string, action: operatorActions[name] as OperatorAction }))
const acts = all.flatMap(({ name, action }) => (action.kind === 'act' ? [{ name, action }] : []))
const guarded = (kind: string) => acts.filter(({ action }) => guardOf(action).kind === kind).map(({ name }) => name)

/**
 * Actions that need two operators, some of them only for certain inputs (`varies`), listed independently of the code
 * under test.
 */
const takesTwo = [
  'api.make-key',
  'benefits.import',
  'clients.publish',
  'clients.restore',
  'connections.remove',
  'connections.set',
  'content.publish',
  'content.publish-samples',
  'content.publish-text',
  'content.restore',
  'crypto.import-addresses',
  'imports.start',
  'imports.undo',
  'nodes.add',
  'nodes.edit',
  'notice.set',
  'settings.set',
  'tunnels.remove-provider',
  'tunnels.set-provider',
  'webhooks.add',
  'webhooks.change',
]
const countsPeople = [
  'messages.answer',
  'people.block',
  'people.change-address',
  'people.create',
  'people.end-sessions',
  'people.erase',
  'people.export-data',
  'people.give-time',
  'people.reset-second-factor',
  'people.unbind-device',
  'tunnels.drop',
  'tunnels.rotate',
]

describe('reach of operator actions', () => {
  it("actions on every user's app, hosts, links, tunnels or wallet addresses for payments need a second operator", () => {
    expect(guarded('two').toSorted()).toEqual(takesTwo)
  })

  it("actions on one user's account, access, data, time or links count towards a daily limit", () => {
    expect(guarded('daily').toSorted()).toEqual(countsPeople)
  })

  it.each(acts.filter(({ action }) => guardOf(action).kind === 'two' && action.role !== 'owner'))(
    '$name requires support and finance to enter a second-factor code, always or when it affects everyone',
    ({ name, action }) => {
      const asksWhereItReaches = [
        'benefits.import',
        'content.publish',
        'content.publish-samples',
        'content.publish-text',
        'content.restore',
      ]
      expect(action.stepUp === 'money' || asksWhereItReaches.includes(name)).toBe(true)
    },
  )

  it('an action that only requests another action has the reach of that action and no guard of its own', () => {
    const asking = acts.filter(({ action }) => action.asksFor !== undefined)
    expect(asking.length).toBeGreaterThan(3)
    for (const { action } of asking) {
      expect(action.reach).toEqual(all.find(({ name }) => name === action.asksFor)?.action.reach)
      expect(guardOf(action)).toEqual({ kind: 'none' })
    }
  })

  it('only actions with a guard have a reach that depends on their input', () => {
    const conditional = all.filter(({ action }) => action.reach.varies)
    expect(conditional.filter(({ action }) => guardOf(action).kind === 'none')).toEqual([])
  })
})

describe('guard of an action', () => {
  it.each([
    [{ people: 'everyone', money: 'none', trust: 'app' }, { kind: 'two' }],
    [{ people: 'group', money: 'none', trust: 'sign-ins' }, { kind: 'two' }],
    [
      { people: 'one', money: 'none', trust: 'addresses' },
      { kind: 'daily', limit: 'personActs' },
    ],
    [
      { people: 'one', money: 'none', trust: 'links' },
      { kind: 'daily', limit: 'personActs' },
    ],
    [
      { people: 'one', money: 'time', trust: 'none' },
      { kind: 'daily', limit: 'giftPeople' },
    ],
    [{ people: 'one', money: 'back', trust: 'none' }, { kind: 'none' }],
    [{ people: 'everyone', money: 'price', trust: 'none' }, { kind: 'none' }],
    [{ people: 'none', money: 'none', trust: 'operators' }, { kind: 'none' }],
  ] as const)('the guard of %j is %j', (reach, guard) => {
    expect(guardOf({ kind: 'act', reach })).toEqual(guard)
    expect(guardOf({ kind: 'read', reach })).toEqual({ kind: 'none' })
  })
})

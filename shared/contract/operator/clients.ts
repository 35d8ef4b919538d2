import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Day, Id, Input, Maybe, Moment, OneOf, Page, Reason, Text, Whole } from './fields.ts'
import { must } from './must.ts'

const platforms = ['ios', 'android', 'mac', 'windows'] as const
const Platform = OneOf(platforms)
const address = Text({ hint: 'https://…', holds: 'shop' })

export const clientActions = {
  'clients.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        platform: Type.String(),
        version: Type.String(),
        date: Type.String(),
        state: OneOf(['public', 'replaced', 'withdrawn']),
        address: Type.String(),
        sha256: Maybe(Type.String()),
        bytes: Maybe(Type.Integer()),
        by: Type.String(),
        published: Moment(),
      }),
    ),
  }),
  'clients.publish': act({
    reach: { people: 'everyone', money: 'none', trust: 'app' },
    undo: { by: 'clients.restore', chosen: ['release'], ifNew: { by: 'clients.withdraw' }, stays: 'releases' },
    role: 'support',
    stepUp: 'money',
    input: Input({
      platform: Platform,
      version: Text({
        hint: '1.4.0',
        must: must('must.version'),
        pattern: '^[0-9]{1,5}([.][0-9]{1,5}){0,3}$',
      }),
      address: address,
      mirror: Type.Optional(address),
      sha256: Type.Optional(
        Text({
          hint: 'HEX',
          must: must('must.sha256'),
          pattern: '^[0-9a-f]{64}$',
        }),
      ),
      bytes: Type.Optional(Whole(1, 10_000_000_000)),
      date: Type.Optional(Day),
      requiresEn: Type.Optional(Text()),
      requiresZh: Type.Optional(Text()),
    }),
    output: Type.Object({
      before: Maybe(Type.String()),
      after: Type.String(),
      addressBefore: Maybe(Type.String()),
      addressAfter: Type.String(),
      sha256Before: Maybe(Type.String()),
      sha256After: Maybe(Type.String()),
    }),
  }),
  'clients.withdraw': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'clients.restore', chosen: ['release'] },
    role: 'support',
    stepUp: 'money',
    input: Input({ platform: Platform, reason: Reason }),
    output: Type.Object({ version: Type.String() }),
  }),
  'clients.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'app' },
    undo: { itself: true, ifNew: { by: 'clients.withdraw', given: { platform: 'platform' } } },
    role: 'support',
    stepUp: 'money',
    input: Input({ release: { ...Id, pick: 'release' as const }, reason: Reason }),
    output: Type.Object({
      platform: Type.String(),
      before: Maybe(Type.String()),
      after: Type.String(),
      sha256: Maybe(Type.String()),
    }),
  }),
}

import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Day, Id, Input, Maybe, Moment, OneOf, Page, Reason, Text, Whole } from './fields.ts'
import { must } from './must.ts'

const platforms = ['ios', 'android', 'mac', 'windows'] as const
const Platform = OneOf(platforms, 'For which devices')
const address = (description: string) => Text(description, { hint: 'https://…', holds: 'shop' })

export const clientActions = {
  'clients.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists every release of an app that was ever offered, the newest first, with where it is had.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        platform: Type.String(),
        version: Type.String(),
        date: Type.String(),
        state: OneOf(['public', 'replaced', 'withdrawn'], 'How it stands'),
        address: Type.String(),
        sha256: Maybe(Type.String()),
        bytes: Maybe(Type.Integer()),
        by: Type.String(),
        published: Moment(),
      }),
      'No app was ever offered.',
    ),
  }),
  'clients.publish': act({
    reach: { people: 'everyone', money: 'none', trust: 'app' },
    undo: { by: 'clients.restore', chosen: ['release'] },
    role: 'support',
    stepUp: 'money',
    summary: 'Offers one release of an app in place of the one of its platform. The other platforms stay as they are.',
    input: Input({
      platform: Platform,
      version: Text('Such as 1.4.0', {
        hint: '1.4.0',
        must: must('must.version'),
        pattern: '^[0-9]{1,5}([.][0-9]{1,5}){0,3}$',
      }),
      address: address('Where it is downloaded, or its page in a store'),
      mirror: Type.Optional(address('Where else the same file is')),
      sha256: Type.Optional(
        Text('SHA-256 of the file; all but iOS need it', {
          hint: 'HEX',
          must: must('must.sha256'),
          pattern: '^[0-9a-f]{64}$',
        }),
      ),
      bytes: Type.Optional(Whole(1, 10_000_000_000, 'How large the file is')),
      date: Type.Optional(Day('Day of the release; without it, today')),
      requiresEn: Type.Optional(Text('What a device needs, in English; without it, as before')),
      requiresZh: Type.Optional(Text('The same in Chinese')),
    }),
    output: Type.Object({
      before: Maybe(Type.String()),
      after: Type.String(),
      addressBefore: Maybe(Type.String()),
      addressAfter: Type.String(),
      sha256Before: Maybe(Type.String()),
      sha256After: Maybe(Type.String()),
    }),
    says: ['Would offer {after} for {platform}.', '{after} is offered for {platform} within seconds.'],
  }),
  'clients.withdraw': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'clients.restore', chosen: ['release'] },
    role: 'support',
    stepUp: 'money',
    summary: 'Takes the app of one platform off the site. It can be brought back.',
    input: Input({ platform: Platform, reason: Reason() }),
    output: Type.Object({ version: Type.String() }),
    says: [
      'Would take {version} for {platform} off the site.',
      '{version} for {platform} is off the site within seconds.',
    ],
  }),
  'clients.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'app' },
    undo: 'itself',
    role: 'support',
    stepUp: 'money',
    summary: 'Offers an earlier release again, in place of the one of its platform.',
    input: Input({ release: Id('clients list', 'Which one'), reason: Reason() }),
    output: Type.Object({
      platform: Type.String(),
      before: Maybe(Type.String()),
      after: Type.String(),
      sha256: Maybe(Type.String()),
    }),
    says: ['Would offer {after} for {platform} again.', '{after} is offered for {platform} again, within seconds.'],
  }),
}

import Type from 'typebox'
import { act, read } from './action.ts'
import { Day, Fresh, Input, Kept, MaybeMoment, Moment, Names, Nothing, OneOf, Rows, Text } from './fields.ts'
import { must } from './must.ts'

/**
 * Permissions of an API key. `contact:read` adds personal fields (names, addresses, messages) to the answers that the
 * other permissions allow.
 */
export const apiScopes = [
  'orders:read',
  'postings:read',
  'members:read',
  'plans:read',
  'affiliates:read',
  'payouts:read',
  'tickets:read',
  'figures:read',
  'contact:read',
] as const
export type ApiScope = (typeof apiScopes)[number]
export const contactScope = 'contact:read' satisfies ApiScope

/** Maximum calls per minute with one API key. */
export const apiCallsPerMinute = 120

const keyName = { pattern: '^[a-z][a-z0-9-]{0,30}$', hint: 'NAME', must: must('must.panelName') } as const
const standings = ['valid', 'expired', 'revoked'] as const

export const apiKeyActions = {
  'api.keys': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Nothing,
    output: Type.Object({
      apiKeys: Rows(
        Type.Object({
          keyName: Type.String(),
          beginning: Type.String(),
          scopes: Kept(Type.Array(OneOf(apiScopes))),
          standing: OneOf(standings),
          calls: Type.Integer(),
          lastUsed: MaybeMoment(),
          expires: MaybeMoment(),
          madeBy: Type.String(),
          keyMade: Moment(),
        }),
      ),
    }),
  }),
  'api.make-key': act({
    reach: { people: 'group', money: 'none', trust: 'data', varies: true },
    undo: { by: 'api.revoke-key', stays: 'endedKey' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      keyName: Text(keyName),
      scopes: Names('SCOPE,SCOPE', { picks: apiScopes }),
      expires: Type.Optional(Day),
    }),
    output: Type.Object({ keyName: Type.String(), apiKey: Fresh(Type.String()) }),
  }),
  'api.revoke-key': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'apiKey' },
    role: 'owner',
    input: Input({ keyName: Text({ ...keyName, pick: 'apiKey' }) }),
    output: Type.Object({ keyName: Type.String(), beginning: Type.String() }),
  }),
}

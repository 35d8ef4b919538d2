import Type from 'typebox'
import { act, read } from './action.ts'
import { Input, MaybeMoment, Reason, User } from './fields.ts'

export const tunnelActions = {
  'tunnels.show': read({
    role: 'support',
    summary:
      'Shows what a person may use: state, how long, how many devices, and the name that nodes and panels know them by.',
    input: Input({ user: User }),
    output: Type.Object({
      uid: Type.Integer(),
      state: Type.String(),
      validUntil: MaybeMoment({ none: 'never' }),
      plan: Type.String(),
      maxDevices: Type.Integer({ title: 'devices' }),
      subject: Type.String(),
      version: Type.Integer(),
      links: Type.Integer(),
    }),
  }),
  'tunnels.rotate': act({
    role: 'support',
    summary:
      'Puts another link in place of each link of a person. Those of before open nothing any more; the person finds the new ones in the account.',
    input: Input({ user: User, reason: Reason() }),
    output: Type.Object({ uid: Type.Integer(), links: Type.Integer() }),
    says: ['Would renew {links} links of user {uid}.', 'Renewed {links} links of user {uid}.'],
  }),
}

import Type from 'typebox'
import { read } from './action.ts'
import { Input, MaybeMoment, User } from './fields.ts'

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
    }),
  }),
}

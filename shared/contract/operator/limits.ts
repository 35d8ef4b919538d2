import Type from 'typebox'
import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '../../operator-limits.ts'
import { edit, read } from './action.ts'
import { Input, Nothing, Reason, Rows, Whole } from './fields.ts'

const fieldOf = (name: OperatorLimitName) => {
  const { from, to, about, default: usual } = operatorLimitTable[name]
  return Type.Optional(Whole(from, to, `${about}; ${usual} by default`))
}
type LimitField = ReturnType<typeof fieldOf>
const fields = Object.fromEntries(operatorLimitNames.map((name) => [name, fieldOf(name)])) as Record<
  OperatorLimitName,
  LimitField
>

export const limitActions = {
  'limits.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows what one operator does without another, what each limit is by default, and within which bounds an owner sets it.',
    input: Nothing,
    output: Type.Object({
      limits: Rows(
        Type.Object({
          limit: Type.String(),
          now: Type.Integer(),
          default: Type.Integer(),
          bounds: Type.String(),
          about: Type.String(),
        }),
      ),
    }),
  }),
  'limits.change': edit({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary:
      'Sets what one operator does without another. It counts at once, also for what was prepared before and is carried out later.',
    second: 'Always.',
    edits: [],
    input: Input({ ...fields, reason: Reason() }),
    output: Type.Object({
      changes: Rows(Type.Object({ limit: Type.String(), before: Type.Integer(), after: Type.Integer() })),
    }),
  }),
}

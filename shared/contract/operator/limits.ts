import Type from 'typebox'
import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '../../operator-limits.ts'
import { edit, read } from './action.ts'
import { Input, Nothing, Reason, Rows, Whole } from './fields.ts'

const fieldOf = (name: OperatorLimitName) => {
  const { from, to } = operatorLimitTable[name]
  return Type.Optional(Whole(from, to))
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
    input: Nothing,
    output: Type.Object({
      limits: Rows(
        Type.Object({
          limit: Type.Unsafe<OperatorLimitName>({ type: 'string' }),
          now: Type.Integer(),
          default: Type.Integer(),
          bounds: Type.String(),
        }),
      ),
    }),
  }),
  'limits.change': edit({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    edits: [],
    input: Input({ ...fields, reason: Reason }),
    output: Type.Object({
      changes: Rows(Type.Object({ limit: Type.String(), before: Type.Integer(), after: Type.Integer() })),
    }),
  }),
}

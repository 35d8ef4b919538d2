import Type from 'typebox'
import { act, read } from './action.ts'
import { Flag, Fresh, Id, Input, Nothing, Rows, Text } from './fields.ts'

const Name = Text({ hint: 'NAME' })
const ViewId = { ...Id, pick: 'view' as const }

export const viewActions = {
  'views.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      views: Rows(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          address: Type.String(),
          by: Type.String(),
          shared: Type.Boolean(),
          own: Type.Boolean(),
        }),
      ),
    }),
  }),
  'views.save': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, ifNew: { by: 'views.remove', given: { view: 'id' } } },
    role: 'viewer',
    input: Input({
      name: Name,
      address: Text({ holds: 'shop' }),
      shared: Type.Optional(Flag),
    }),
    output: Type.Object({ id: Fresh(Type.String()), name: Type.String(), shared: Type.Boolean() }),
  }),
  'views.rename': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'viewer',
    input: Input({ view: ViewId, name: Name }),
    output: Type.Object({ name: Type.String() }),
  }),
  'views.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'saveAgain' },
    role: 'viewer',
    input: Input({ view: ViewId }),
    output: Type.Object({ name: Type.String() }),
  }),
}

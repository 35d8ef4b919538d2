import Type from 'typebox'
import { act, read } from './action.ts'
import { Flag, Fresh, Id, Input, Nothing, Rows, Text } from './fields.ts'

const Name = Text('What it is called, 60 characters at most', { hint: 'NAME' })
const ViewId = Id('views list', 'The view; one’s own alone')

export const viewActions = {
  'views.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Lists addresses of the console that are kept under a name: one’s own, and those that others share with one’s role.',
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
        'No view is kept.',
      ),
    }),
  }),
  'views.save': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { by: 'views.remove', given: { view: 'id' } },
    role: 'viewer',
    summary:
      'Keeps an address of the console with its filters under a name. The same name again: the address is another from then on. Shared: operators of the same role or above find it, too.',
    input: Input({
      name: Name,
      address: Text('Below /console, with what stands behind its #', { holds: 'shop' }),
      shared: Type.Optional(Flag('Others of the same role or above find it, too')),
    }),
    output: Type.Object({ id: Fresh(Type.String()), name: Type.String(), shared: Type.Boolean() }),
  }),
  'views.rename': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'viewer',
    summary: 'Gives a view of one’s own another name.',
    input: Input({ view: ViewId, name: Name }),
    output: Type.Object({ name: Type.String() }),
  }),
  'views.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'saveAgain' },
    role: 'viewer',
    summary: 'Removes a view of one’s own; nothing that it shows is touched.',
    input: Input({ view: ViewId }),
    output: Type.Object({ name: Type.String() }),
  }),
}

import Type from 'typebox'
import { read } from './action.ts'
import { AfterId, Day, Id, Input, Json, Moment, Page, Text } from './fields.ts'

const Entry = Type.Object({
  id: Type.String(),
  at: Moment(),
  operator: Type.String(),
  action: Type.String(),
  subject: Type.String(),
})

/** Filters of the audit log, combined with AND; all optional. */
export const auditFilters = {
  operator: Type.Optional(Text('Done by this operator; "system" is what the product did by itself', { hint: 'NAME' })),
  action: Type.Optional(Text('Only this action, also where it was recorded under an earlier name', { hint: 'NAME' })),
  subject: Type.Optional(
    Text('What it was about: the beginning of a subject, or of the number or name in it', { hint: 'TEXT' }),
  ),
  from: Type.Optional(Day('Not before this day or time')),
  until: Type.Optional(Day('Before this day or time')),
}

export const auditActions = {
  'audit.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists what operators did, and what the product did by itself in their place, the newest first.',
    input: Input({ ...auditFilters, after: AfterId }),
    output: Page(Entry, 'Nothing was done.'),
  }),
  'audit.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Shows one row of the audit log with its details.',
    input: Input({ id: Id('audit list', 'The row') }),
    output: Type.Object({
      ...Entry.properties,
      details: Json(),
    }),
  }),
}

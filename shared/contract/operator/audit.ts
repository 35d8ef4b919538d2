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

const auditFilters = {
  operator: Type.Optional(Text({ hint: 'NAME', pick: 'operator' })),
  action: Type.Optional(Text({ hint: 'NAME' })),
  subject: Type.Optional(Text({ hint: 'TEXT' })),
  from: Type.Optional(Day),
  until: Type.Optional(Day),
}

export const auditActions = {
  'audit.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ ...auditFilters, after: AfterId }),
    output: Page(Entry),
  }),
  'audit.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ id: Id }),
    output: Type.Object({
      ...Entry.properties,
      details: Json(),
    }),
  }),
}

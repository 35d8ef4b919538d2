import { auditNames } from '#shared/contract/operator/old-names.ts'
import type { AuditFilter } from './audit.queries.ts'

/** Every name under which rows of an action may stand. A plan that was restored had the name of one that was retired. */
const recordedNames = (action: string): string[] => [
  action,
  ...Object.entries(auditNames).flatMap(([old, today]) => (today === action ? [old] : [])),
  ...(action === 'plans.restore' ? ['goods sale'] : []),
]

type Typed = { readonly [K in 'operator' | 'action' | 'subject' | 'from' | 'until']?: string | undefined }

/** What was asked for, as the statement takes it. */
export const auditFilter = ({ operator, action, subject, from, until }: Typed): AuditFilter => ({
  operator: operator ?? null,
  action: action ?? null,
  recorded: action === undefined ? [] : recordedNames(action),
  subject: subject ?? null,
  from: from === undefined ? null : new Date(from),
  until: until === undefined ? null : new Date(until),
})

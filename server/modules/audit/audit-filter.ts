import { auditNames } from '#shared/contract/operator/old-names.ts'
import type { AuditFilter } from './audit.queries.ts'

/** Current and former names of an action under which rows may be stored. */
const recordedNames = (action: string): string[] => [
  action,
  ...Object.entries(auditNames).flatMap(([old, today]) => (today === action ? [old] : [])),
  ...(action === 'plans.restore' ? ['goods sale'] : []),
]

type Typed = { readonly [K in 'operator' | 'action' | 'subject' | 'from' | 'until']?: string | undefined }

export const auditFilter = ({ operator, action, subject, from, until }: Typed): AuditFilter => ({
  operator: operator ?? null,
  action: action ?? null,
  recorded: action === undefined ? [] : recordedNames(action),
  subject: subject ?? null,
  from: from === undefined ? null : new Date(from),
  until: until === undefined ? null : new Date(until),
})

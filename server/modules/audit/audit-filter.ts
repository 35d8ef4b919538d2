import type { AuditFilter } from './audit.queries.ts'

type Typed = { readonly [K in 'operator' | 'action' | 'subject' | 'from' | 'until']?: string | undefined }

export const auditFilter = ({ operator, action, subject, from, until }: Typed): AuditFilter => ({
  operator: operator ?? null,
  action: action ?? null,
  subject: subject ?? null,
  from: from === undefined ? null : new Date(from),
  until: until === undefined ? null : new Date(until),
})

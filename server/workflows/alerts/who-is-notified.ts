import { alertKinds, type AlertKind } from '#shared/alert-kinds.ts'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { hasRole, type OperatorRole } from '#shared/contract/operator/roles.ts'

/** Read action that shows the subject of each alert kind. Operators who may not use the action are not notified. */
const shownBy = {
  'review-opened': 'reviews.list',
  'review-overdue': 'reviews.list',
  'approval-waits': 'approvals.list',
  'figures-differ': 'ledger.verify',
  'job-dead': 'jobs.list',
  'jobs-late': 'jobs.lanes',
  'provider-silent': 'methods.list',
  'list-overdue': 'payments.lists',
  'erasure-waits': 'payouts.list',
  'method-down': 'methods.list',
  'method-low': 'methods.list',
  'sales-stopped': 'methods.list',
  'node-down': 'nodes.list',
  'panel-trouble': 'tunnels.providers',
  'receiver-fails': 'webhooks.list',
  'sms-budget': 'sms.spent',
  'benefit-stock': 'benefits.list',
  'address-pool': 'crypto.status',
  'messages-late': 'connections.list',
  'mail-words': 'content.list',
  'disk-low': 'jobs.lanes',
  'certificate-ends': 'jobs.lanes',
  'connection-broken': 'connections.list',
  'backup-late': 'jobs.lanes',
  'canary-stale': 'canary.status',
} as const satisfies Readonly<Record<AlertKind, ActionName>>

export const kindsFor = (role: OperatorRole): AlertKind[] =>
  alertKinds.filter((kind) => hasRole(role, operatorActions[shownBy[kind]].role))

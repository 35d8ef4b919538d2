/**
 * Kinds of alerts for operators. `urgent`: may be sent during quiet hours; `worse`: only from level 2 on.
 * `remindHours`: interval of reminders until an operator acknowledges the alert; null for no reminders. `clearMinutes`:
 * minutes the condition must be gone before the alert is resolved. `page`: console page for acting on it; `*` stands
 * for the alert's subject. `counts`: one alert covers several similar items, whose number is `amount`.
 */
export const alertTable = {
  'review-opened': { urgent: false, remindHours: null, clearMinutes: 0, page: '/console/queue/reviews', counts: true },
  'review-overdue': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/queue/reviews', counts: true },
  'approval-waits': { urgent: false, remindHours: null, clearMinutes: 0, page: '/console/queue/approvals/*' },
  'figures-differ': { urgent: true, remindHours: 24, clearMinutes: 0, page: '/console/money/ledger' },
  'job-dead': { urgent: true, remindHours: null, clearMinutes: 0, page: '/console/queue/jobs' },
  'jobs-late': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/jobs' },
  'provider-silent': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/shop/methods' },
  'connection-broken': { urgent: true, remindHours: 6, clearMinutes: 0, page: '/console/system/connections' },
  'list-overdue': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/money/reconciliation' },
  'erasure-waits': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/money/payouts' },
  'method-down': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/shop/methods' },
  'method-low': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/shop/methods' },
  'sales-stopped': { urgent: true, remindHours: 24, clearMinutes: 0, page: '/console/shop/methods' },
  'node-down': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/nodes' },
  'panel-trouble': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/tunnels' },
  'receiver-fails': { urgent: 'worse', remindHours: 24, clearMinutes: 0, page: '/console/system/webhooks' },
  'sms-budget': { urgent: true, remindHours: null, clearMinutes: 0, page: '/console/system/sms' },
  'benefit-stock': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/shop/benefits' },
  'address-pool': { urgent: true, remindHours: 24, clearMinutes: 0, page: '/console/actions/crypto.status' },
  'messages-late': { urgent: 'worse', remindHours: 6, clearMinutes: 0, page: '/console/system/connections' },
  'mail-words': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/texts/mail/*' },
  'disk-low': { urgent: 'worse', remindHours: 24, clearMinutes: 5, page: '/console/system/alerts' },
  'certificate-ends': { urgent: 'worse', remindHours: 24, clearMinutes: 0, page: '/console/system/alerts' },
  'backup-late': { urgent: 'worse', remindHours: 24, clearMinutes: 0, page: '/console/system/alerts' },
  'canary-stale': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/actions/canary.status' },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly urgent: boolean | 'worse'
      readonly remindHours: number | null
      readonly clearMinutes: number
      readonly page: string
      readonly counts?: true
    }
  >
>
export type AlertKind = keyof typeof alertTable
export const alertKinds = Object.keys(alertTable) as AlertKind[]
export const isAlertKind = (name: string): name is AlertKind => Object.hasOwn(alertTable, name)

export type AlertFacts = {
  readonly kind: AlertKind
  readonly subject: string
  readonly level: number
  readonly detail: string | null
  readonly amount: number | null
  readonly total: number | null
  readonly since: string | null
}

export const isUrgent = ({ kind, level }: Pick<AlertFacts, 'kind' | 'level'>): boolean => {
  const { urgent } = alertTable[kind]
  return urgent === 'worse' ? level > 1 : urgent
}
/** Number of items, such as failed jobs, that one alert covers; 1 for kinds that do not count. */
export const countOf = ({ kind, amount }: Pick<AlertFacts, 'kind' | 'amount'>): number =>
  'counts' in alertTable[kind] ? (amount ?? 1) : 1

export const alertsPage = '/console/system/alerts'
export const alertPage = ({ kind, subject }: Pick<AlertFacts, 'kind' | 'subject'>): string =>
  alertTable[kind].page.replace('*', () => encodeURIComponent(subject))

export const alertChannels = ['mail', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]

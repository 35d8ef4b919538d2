/**
 * What operators are told of. `urgent`: it may come through quiet hours. `remindHours`: told again after so long where no one has
 * acknowledged it; null for what happens once. `clearMinutes`: it has to be over for so long before it counts as resolved.
 * `page`: where one acts, `*` stands for the subject.
 */
export const alertTable = {
  'review-opened': { urgent: false, remindHours: null, clearMinutes: 0, page: '/console/queue/reviews/*' },
  'review-overdue': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/queue/reviews/*' },
  'approval-waits': { urgent: false, remindHours: null, clearMinutes: 0, page: '/console/queue/approvals/*' },
  'figures-differ': { urgent: true, remindHours: 24, clearMinutes: 0, page: '/console/money/ledger' },
  'job-dead': { urgent: true, remindHours: null, clearMinutes: 0, page: '/console/queue/jobs' },
  'jobs-late': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/jobs' },
  'provider-silent': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/shop/methods' },
  'list-overdue': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/money/reconciliation' },
  'method-low': { urgent: false, remindHours: 24, clearMinutes: 0, page: '/console/shop/methods' },
  'node-down': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/nodes' },
  'panel-trouble': { urgent: true, remindHours: 6, clearMinutes: 5, page: '/console/system/tunnels' },
  'sms-budget': { urgent: true, remindHours: null, clearMinutes: 0, page: '/console/system/sms' },
  'benefit-stock': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/shop/benefits' },
  'address-pool': { urgent: true, remindHours: 24, clearMinutes: 0, page: '/console/actions/crypto.status' },
  'mail-words': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/texts/mail/*' },
  'canary-stale': { urgent: false, remindHours: 72, clearMinutes: 0, page: '/console/actions/canary.status' },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly urgent: boolean
      readonly remindHours: number | null
      readonly clearMinutes: number
      readonly page: string
    }
  >
>
export type AlertKind = keyof typeof alertTable
export const alertKinds = Object.keys(alertTable) as AlertKind[]
export const isAlertKind = (name: string): name is AlertKind => Object.hasOwn(alertTable, name)

/** The numbers and names of an alert, from which its sentence is made in either language. `level` 2 and more: worse than at first. */
export type AlertFacts = {
  readonly kind: AlertKind
  readonly subject: string
  readonly level: number
  readonly detail: string | null
  readonly amount: number | null
  readonly total: number | null
  /** ISO. */
  readonly since: string | null
}

/** Where all of them are listed, below the console's origin. */
export const alertsPage = '/console/system/alerts'
/** Where an operator acts on it, below the console's origin. */
export const alertPage = ({ kind, subject }: Pick<AlertFacts, 'kind' | 'subject'>): string =>
  alertTable[kind].page.replace('*', () => encodeURIComponent(subject))

/** How operators are told. */
export const alertChannels = ['mail', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]

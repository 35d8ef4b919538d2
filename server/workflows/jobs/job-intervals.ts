import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { housekeeping, type Schedule } from '#server/platform/jobs.ts'

const minute = 60
const hour = 60 * minute

/** Seconds between runs of recurring jobs, by kind. Handlers are in the `*-jobs.ts` files. */
const inHousekeeping = {
  'expire-orders': 10,
  'resend-refunds': minute,
  'keep-notifications': minute,
  'forget-unpaid': 5 * minute,
  'forget-payment-traces': 5 * minute,
  'sweep-outbox': minute,
  'start-mailings': 10,
  'remind-of-ends': 5 * minute,
  'forget-identity-traces': 5 * minute,
  'erase-accounts': 5 * minute,
  'finish-account-changes': minute,
  'forget-security-traces': 5 * minute,
  'forget-expired': 5 * minute,
  'judge-risks': 20,
  'fold-days': 5 * minute,
  'count-members': 5 * minute,
  'prove-days': 24 * hour,
  'prove-affiliate-days': 24 * hour,
  'prove-ledger': 24 * hour,
  'forget-exports': 5 * minute,
} as const

/** For each provider in its own lane. Yesterday's reports appear during the morning. */
const atProvider = {
  'reconcile-payments': 5,
  'recheck-refunds': 10 * minute,
  'find-disputes': 6 * hour,
  'compare-payments': 24 * hour,
  'compare-bills': 6 * hour,
} as const

/** Only with cryptocurrency. */
const onChains: readonly Schedule[] = [
  { name: 'recheck-sent', kind: 'recheck-sent', lane: 'crypto', everySeconds: 5 * minute },
  ...housekeeping({ 'forget-idle-transfers': hour }),
]

/** Lane of panels. Deliveries are rows; this is the interval for finding them. */
const atPanels: readonly Schedule[] = [
  { name: 'start-deliveries', kind: 'start-deliveries', lane: 'tunnels', everySeconds: 2 },
  { name: 'look-after-panels', kind: 'look-after-panels', lane: 'tunnels', everySeconds: 5 * minute },
  { name: 'start-counting', kind: 'start-counting', lane: 'tunnels', everySeconds: 10 * minute },
]

/** Lane of alerts. */
const forOperators: readonly Schedule[] = [
  { name: 'look-for-alerts', kind: 'look-for-alerts', lane: 'alerts', everySeconds: 30 },
  { name: 'look-at-methods', kind: 'look-at-methods', lane: 'alerts', everySeconds: minute },
]

/** Recurring jobs for these providers. Crypto is excluded, because chains have their own watchers. */
export const createSchedules = (
  providers: readonly ProviderId[],
  {
    takesCrypto,
    tellsPanels,
    tellsOperators = false,
  }: { readonly takesCrypto: boolean; readonly tellsPanels: boolean; readonly tellsOperators?: boolean },
): Schedule[] => [
  ...housekeeping(inHousekeeping),
  ...providers
    .filter((provider) => provider !== 'crypto')
    .flatMap((provider) =>
      Object.entries(atProvider).map(([kind, everySeconds]) => ({
        name: `${kind}/${provider}`,
        kind,
        lane: provider,
        everySeconds,
        payload: { provider },
      })),
    ),
  ...(takesCrypto ? onChains : []),
  ...(tellsPanels ? atPanels : []),
  ...(tellsOperators ? forOperators : []),
]

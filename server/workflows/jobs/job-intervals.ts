import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { housekeeping, type Schedule } from '#server/platform/jobs.ts'

const minute = 60
const hour = 60 * minute

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
  'measure-services': minute,
  'prove-days': 24 * hour,
  'prove-affiliate-days': 24 * hour,
  'prove-ledger': 24 * hour,
  'forget-exports': 5 * minute,
  'forget-imports': hour,
  'forget-webhooks': hour,
} as const

/**
 * Recurring jobs that run for each payment provider in its own queue, with their intervals in seconds. Settlement
 * reports of the previous day become available during the morning.
 */
const atProvider = {
  'reconcile-payments': 5,
  'recheck-refunds': 10 * minute,
  'find-disputes': 6 * hour,
  'compare-payments': 24 * hour,
  'compare-bills': 6 * hour,
} as const

const onChains: readonly Schedule[] = [
  { name: 'recheck-sent', kind: 'recheck-sent', lane: 'crypto', everySeconds: 5 * minute },
  ...housekeeping({ 'forget-idle-transfers': hour }),
]

/** Deliveries to VPN panels are rows in the database; `start-deliveries` polls for them. */
const atPanels: readonly Schedule[] = [
  { name: 'start-deliveries', kind: 'start-deliveries', lane: 'tunnels', everySeconds: 2 },
  { name: 'look-after-panels', kind: 'look-after-panels', lane: 'tunnels', everySeconds: 5 * minute },
  { name: 'start-counting', kind: 'start-counting', lane: 'tunnels', everySeconds: 10 * minute },
]

const forOperators: readonly Schedule[] = [
  { name: 'start-webhooks', kind: 'start-webhooks', lane: 'webhooks', everySeconds: 3 },
  { name: 'look-for-alerts', kind: 'look-for-alerts', lane: 'alerts', everySeconds: 30 },
  { name: 'look-at-methods', kind: 'look-at-methods', lane: 'alerts', everySeconds: minute },
  { name: 'mail-accountant', kind: 'mail-accountant', lane: 'alerts', everySeconds: 10 * minute },
]

/**
 * All recurring jobs of a shop with these payment providers. Cryptocurrency has none of the jobs in `atProvider`,
 * because blockchains have their own watchers.
 */
export const createSchedules = (
  providers: readonly ProviderId[],
  {
    takesCrypto,
    tellsPanels,
    tellsOperators = false,
  }: { readonly takesCrypto: boolean; readonly tellsPanels: boolean; readonly tellsOperators?: boolean },
): Schedule[] => [
  ...housekeeping(inHousekeeping),
  { name: 'number-receipts', kind: 'number-receipts', lane: 'receipts', everySeconds: 5 },
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

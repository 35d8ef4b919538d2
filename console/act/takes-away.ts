import type { ActName } from '#console/client/wire.ts'

/** Acts that take money, time or access from someone: their button is red. */
const takers: readonly ActName[] = [
  'people.block',
  'payers.block',
  'people.end-sessions',
  'people.unbind-device',
  'people.reverse-grant',
  'people.reset-second-factor',
  'people.change-address',
  'people.erase',
  'orders.refund',
  'refunds.ask',
  'refunds.batch',
  'refunds.retry',
  'commissions.void',
  'referrals.correct',
  'cases.void',
  'jobs.drop',
  'groups.remove-seat',
  'groups.expire',
  'redeem.disable',
  'promos.disable',
  'affiliates.suspend',
  'commissions.hold',
  'payouts.cancel',
  'operators.disable',
  'operators.reset-factor',
  'tunnels.remove-provider',
  'tunnels.let-close',
  'nodes.disable',
]
export const takesAway = (name: ActName): boolean => takers.includes(name)

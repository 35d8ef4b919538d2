import type { PayoutStage } from '#shared/payout-stages.ts'

const payouts = {
  way: 'Payouts by stage',
  all: 'All open',
  stages: {
    prepared: { title: 'Prepared', about: 'something blocks them' },
    checked: { title: 'Checked', about: 'another operator can approve' },
    approved: { title: 'Approved', about: 'waiting for their transaction' },
    paid: { title: 'Paid', about: 'not confirmed on the chain yet' },
    proven: { title: 'Confirmed', about: 'confirmed on the chain' },
  } as Readonly<Record<PayoutStage, { readonly title: string; readonly about: string }>>,
  atLeast: (sum: string): string => `over ${sum}`,
}
export default payouts
export type PayoutsText = typeof payouts

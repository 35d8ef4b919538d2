import type { PayoutStage } from '#shared/payout-stages.ts'

const payouts = {
  way: 'How far settlements came',
  all: 'All that wait',
  stages: {
    prepared: { title: 'Prepared', about: 'something keeps them' },
    checked: { title: 'Checked', about: 'another operator may approve' },
    approved: { title: 'Approved', about: 'wait for their transaction' },
    paid: { title: 'Paid', about: 'not seen on their chain yet' },
    proven: { title: 'Proven', about: 'seen on their chain' },
  } as Readonly<Record<PayoutStage, { readonly title: string; readonly about: string }>>,
  atLeast: (sum: string): string => `over ${sum}`,
}
export default payouts
export type PayoutsText = typeof payouts

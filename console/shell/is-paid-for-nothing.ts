import type { Output } from '#console/client/wire.ts'

type Standing = Pick<Output<'search.preview'>, 'memberUntil' | 'review'> & {
  readonly payment: Pick<NonNullable<Output<'search.preview'>['payment']>, 'state' | 'at'> | null
}

/** True if a payment opened nothing and no review exists. A payment before an expired membership has been used up. */
export const isPaidForNothing = ({ memberUntil, payment, review }: Standing, now: number): boolean =>
  !review &&
  payment?.state === 'paid' &&
  (memberUntil === null || (Date.parse(memberUntil) <= now && Date.parse(payment.at) > Date.parse(memberUntil)))

import type { Output } from '#console/client/wire.ts'

type Standing = Pick<Output<'search.preview'>, 'memberUntil' | 'review'> & {
  readonly payment: Pick<NonNullable<Output<'search.preview'>['payment']>, 'state' | 'at'> | null
}

/** Whether money came and opened nothing, and no one is asked about it. Who paid, was a member and did not renew has had what was paid for. */
export const isPaidForNothing = ({ memberUntil, payment, review }: Standing, now: number): boolean =>
  !review &&
  payment?.state === 'paid' &&
  (memberUntil === null || (Date.parse(memberUntil) <= now && Date.parse(payment.at) > Date.parse(memberUntil)))

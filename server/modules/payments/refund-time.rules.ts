/**
 * What a refund does to the time that its order bought. `ask`: a part of the money goes back, and nothing says that the time
 * stays. `clash`: the time is said to stay, and all of the money goes back. An operator
 * has to say so beforehand; that an order keeps its time until the last of its money is back stands in `payments.rules.ts` (`entitled`).
 */
export type RefundTime = 'stays' | 'goes' | 'ask' | 'clash'

export function decideTime(
  { amountMinor, availableMinor }: { readonly amountMinor: number | 'all'; readonly availableMinor: number },
  keepsTime: boolean,
): RefundTime {
  if (amountMinor === 'all' || amountMinor === availableMinor) return keepsTime ? 'clash' : 'goes'
  return keepsTime ? 'stays' : 'ask'
}

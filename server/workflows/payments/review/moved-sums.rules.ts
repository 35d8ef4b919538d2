type Amount = { readonly amountMinor: number; readonly currency: string }
type Disputed = {
  readonly payment: Amount & { readonly refundedMinor: number; readonly lostMinor: number }
  readonly amountMinor: number
}

export const totalsOf = (amounts: readonly Amount[]): Amount[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)]
    .map(([currency, own]) => ({ amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0), currency }))
    .filter(({ amountMinor }) => amountMinor !== 0)

/** Amounts regained by won disputes, limited to what is left of each payment. */
export const wonDisputeAmounts = (disputes: readonly Disputed[]): Amount[] =>
  totalsOf(
    [...Map.groupBy(disputes, ({ payment }) => payment)].map(([payment, own]) => {
      const asked = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const left = payment.amountMinor - payment.refundedMinor - payment.lostMinor
      return { amountMinor: Math.min(asked, Math.max(0, left)), currency: payment.currency }
    }),
  )

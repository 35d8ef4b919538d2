import type { Localized } from '#shared/language.ts'

/** Who sold, as it stood when the receipt got its number; what is absent is not shown. */
export type SellerThen = {
  readonly name: string
  readonly address?: string
  readonly taxNumber?: string
  readonly email?: string
  /** A sample of the demo. */
  readonly demo?: boolean
  /** Prices contain it. */
  readonly tax?: { readonly label: Localized; readonly rateBps: number }
}

/** Numbers run by who sells: another company, or the same under another tax number, begins anew. */
export function seriesOf(seller: SellerThen | null): string {
  return seller ? `${seller.name}\n${seller.taxNumber ?? ''}` : ''
}

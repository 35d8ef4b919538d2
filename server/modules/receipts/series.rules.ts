import type { Localized } from '#shared/language.ts'

/** Seller when the receipt was numbered; absent fields are not shown. */
export type SellerThen = {
  readonly name: string
  readonly address?: string
  readonly taxNumber?: string
  readonly email?: string
  /** Sample data of the demo. */
  readonly demo?: boolean
  /** Tax included in prices. */
  readonly tax?: { readonly label: Localized; readonly rateBps: number }
}

/** Number series by seller: another company or tax number starts a new one. */
export function seriesOf(seller: SellerThen | null): string {
  return seller ? `${seller.name}\n${seller.taxNumber ?? ''}` : ''
}

/**
 * Order and choices from the page's URL, all unverified. The token is called `asset`, because `?token=` is a login code
 * on every page.
 */
export type PayAddress = {
  readonly orderId: string | null
  readonly network: string | null
  readonly token: string | null
}

export function readPayAddress(search: string): PayAddress {
  const query = new URLSearchParams(search)
  return { orderId: query.get('order'), network: query.get('network'), token: query.get('asset') }
}

/**
 * Chooses the network if only one is offered. Several have no default, because money sent over the wrong network does
 * not come back by itself.
 */
export const chooseOnly = (address: PayAddress, [only, ...others]: readonly { readonly id: string }[]): PayAddress =>
  only && others.length === 0 ? { ...address, network: address.network ?? only.id } : address

/** Query string that restores the same choices after a reload or login. */
export function payQuery({ orderId, network, token }: PayAddress): string {
  const query = new URLSearchParams()
  if (orderId !== null) query.set('order', orderId)
  if (network !== null) query.set('network', network)
  if (network !== null && token !== null) query.set('asset', token)
  return `?${query}`
}

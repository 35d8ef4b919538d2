/**
 * What the address of the page says: the order that is paid, and what was chosen for it. Nothing of it is believed. The
 * token is the `asset`: `?token=` is a login code on every page.
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

/** The query that leads back to the same state, after a reload as after logging in. */
export function payQuery({ orderId, network, token }: PayAddress): string {
  const query = new URLSearchParams()
  if (orderId !== null) query.set('order', orderId)
  if (network !== null) query.set('network', network)
  if (network !== null && token !== null) query.set('asset', token)
  return `?${query}`
}

import { readStored, removeStored, storageKeys, writeStored } from '#web/client/browser-storage.ts'
import { readPageData } from '#web/client/page-data.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { Order } from './order.ts'

/** The order that this tab is in the middle of paying, so that the way back finds it. */
export const saveOpenOrder = (orderId: string): void => writeStored('sessionStorage', storageKeys.openOrder, orderId)
export const openOrderId = (): string | null => readStored('sessionStorage', storageKeys.openOrder)
export const forgetOpenOrder = (): void => removeStored('sessionStorage', storageKeys.openOrder)

/** The page of this site on which the order is paid, in the reader's language; null where it is paid elsewhere. */
export const payPage = ({ pay }: Order): string | null => (pay.kind === 'page' ? readPageData().base + pay.path : null)

/**
 * Goes to the page of this site that takes the payment, or to the provider: in this tab on phones, where apps come back to
 * it, otherwise in a new one beside this page. A browser that refuses the new tab gets this one. Must run soon after a click.
 */
export function goToProvider(order: Order): void {
  const { pay } = order
  const page = payPage(order)
  if (page !== null) location.assign(page)
  if (pay.kind !== 'redirect' || !isWebAddress(pay.url)) return
  if (matchMedia('(pointer: coarse)').matches) {
    location.assign(pay.url)
    return
  }
  const tab = window.open(pay.url, '_blank')
  if (tab) tab.opener = null
  else location.assign(pay.url)
}

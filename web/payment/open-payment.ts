import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { readPageData } from '#web/client/page-data.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import { isRefusedHere, showWayOut } from './app-browser.ts'
import type { Order } from './order.ts'

/** Order that this tab is paying, for the return from the provider. */
export const saveOpenOrder = (orderId: string): void => writeStored('sessionStorage', storageKeys.openOrder, orderId)
export const openOrderId = (): string | null => readStored('sessionStorage', storageKeys.openOrder)
export const forgetOpenOrder = (): void => removeStored('sessionStorage', storageKeys.openOrder)

/** Page of this site that takes the payment; null if it is paid elsewhere. */
export const payPage = ({ pay }: Order): string | null => (pay.kind === 'page' ? readPageData().base + pay.path : null)

/** Address of the order's page. */
export const orderAddress = ({ orderId }: Pick<Order, 'orderId'>): URL =>
  new URL(`${readPageData().base}/purchased?order=${encodeURIComponent(orderId)}`, location.origin)

/**
 * Opens the payment page or the provider. False if the page stays: the order is paid in the dialog, is free, or this
 * browser refuses the provider.
 */
export function goToProvider(order: Order): boolean {
  const { pay, method } = order
  if (pay.kind === 'redirect' && isRefusedHere(method)) {
    showWayOut(method, orderAddress(order))
    return false
  }
  const address = pay.kind === 'redirect' && isWebAddress(pay.url) ? pay.url : payPage(order)
  if (address !== null) location.assign(address)
  return address !== null
}

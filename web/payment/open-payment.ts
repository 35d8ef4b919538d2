import { readStored, removeStored, writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
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
 * Goes to the page of this site that takes the payment, or to the provider. False where the order is paid right here: by a
 * code, or not at all.
 */
export function goToProvider(order: Order): boolean {
  const { pay } = order
  const address = pay.kind === 'redirect' && isWebAddress(pay.url) ? pay.url : payPage(order)
  if (address !== null) location.assign(address)
  return address !== null
}

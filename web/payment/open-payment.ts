import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { readPageData } from '#web/client/page-data.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { Order } from './order.ts'

/** Order that this tab is paying, for the return from the provider. */
export const saveOpenOrder = (orderId: string): void => writeStored('sessionStorage', storageKeys.openOrder, orderId)
export const openOrderId = (): string | null => readStored('sessionStorage', storageKeys.openOrder)
export const forgetOpenOrder = (): void => removeStored('sessionStorage', storageKeys.openOrder)

/** Page of this site that takes the payment; null if it is paid elsewhere. */
export const payPage = ({ pay }: Order): string | null => (pay.kind === 'page' ? readPageData().base + pay.path : null)

/** Opens the payment page or the provider. False if the order is paid in the dialog, by QR code, or is free. */
export function goToProvider(order: Order): boolean {
  const { pay } = order
  const address = pay.kind === 'redirect' && isWebAddress(pay.url) ? pay.url : payPage(order)
  if (address !== null) location.assign(address)
  return address !== null
}

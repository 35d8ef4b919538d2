import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/browser-storage.ts'
import { isWebAddress } from '#web/lib/web-address.ts'
import type { Order } from './checkout.queries.ts'

/** The order that this tab is in the middle of paying, so that the way back finds it. */
export const keepOpenOrder = (orderId: string): void => writeStored('sessionStorage', storageKeys.openOrder, orderId)
export const openOrderId = (): string | null => readStored('sessionStorage', storageKeys.openOrder)
export const forgetOpenOrder = (): void => removeStored('sessionStorage', storageKeys.openOrder)

/**
 * Goes to the provider: in this tab on phones, where apps come back to it, otherwise in a new one beside this page.
 * A browser that refuses the new tab gets this one. Must run soon after a click.
 */
export function goToProvider({ pay }: Order): void {
  if (pay.kind !== 'redirect' || !isWebAddress(pay.url)) return
  if (matchMedia('(pointer: coarse)').matches) {
    location.assign(pay.url)
    return
  }
  const tab = window.open(pay.url, '_blank')
  if (tab) tab.opener = null
  else location.assign(pay.url)
}

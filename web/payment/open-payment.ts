import type { Method } from '#shared/method.ts'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { readPageData } from '#web/client/page-data.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { Order } from './order.ts'

export type Refused = Extract<Method, 'alipay' | 'wechat'>

/**
 * True if this browser is part of an app that refuses the payment method's mobile page. WeChat opens neither Alipay nor
 * the H5 page of WeChat Pay; on computers both are paid by QR code. Other apps open them; sources are in the test.
 */
export const isBlockedByApp = (method: Method): method is Refused =>
  /wechat|alipay/.test(method) && /(Mobi|Android).*MicroMessenger/.test(navigator.userAgent)

/** Method to preselect: the first one that this browser can open, otherwise the first; null if there is none. */
export const usualMethod = (taken: readonly Method[]): Method | null =>
  taken.find((method) => !isBlockedByApp(method)) ?? taken[0] ?? null

/** Saves the order that this tab is paying, for the return from the provider. */
export const saveOpenOrder = (orderId: string): void => writeStored('sessionStorage', storageKeys.openOrder, orderId)
export const openOrderId = (): string | null => readStored('sessionStorage', storageKeys.openOrder)
export const forgetOpenOrder = (): void => removeStored('sessionStorage', storageKeys.openOrder)

/** Path of this site's own payment page for the order; null if it is paid elsewhere. */
export const payPage = ({ pay }: Order): string | null => (pay.kind === 'page' ? readPageData().base + pay.path : null)

/** Asks the visitor to continue in another browser. `wish`: parameters for the link to this page. */
export type ShowPayOutsideApp = (method: Refused, wish: Readonly<Record<string, string>>) => void

/**
 * Opens the payment page or the provider. Returns false if this page stays: the order is paid in the dialog, is free,
 * or this browser refuses the provider, which `showPayOutsideApp` explains.
 */
export function goToProvider(order: Order, showPayOutsideApp: ShowPayOutsideApp): boolean {
  const { pay, method } = order
  if (pay.kind === 'redirect' && isBlockedByApp(method)) {
    showPayOutsideApp(method, { order: order.orderId })
    return false
  }
  const address = pay.kind === 'redirect' && isWebAddress(pay.url) ? pay.url : payPage(order)
  if (address !== null) location.assign(address)
  return address !== null
}

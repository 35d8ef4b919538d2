import type { Method } from '#shared/method.ts'
import { throwAside } from '#web/client/caught-error.ts'

/** Methods whose mobile page WeChat refuses. */
export type Refused = Extract<Method, 'alipay' | 'wechat'>

/**
 * True if this browser belongs to an app that refuses the mobile page of the method. WeChat opens neither Alipay nor the
 * H5 page of WeChat Pay; on computers both are paid by QR code. Other apps open them; sources are in the test.
 */
export const isRefusedHere = (method: Method): method is Refused =>
  (method === 'wechat' || method === 'alipay') &&
  /MicroMessenger/i.test(navigator.userAgent) &&
  /Mobi|iPhone|Android/.test(navigator.userAgent)

/** Asks the visitor to open the page in another browser. `link`: address to continue at there. */
export const showWayOut = (method: Refused, link: URL): void =>
  void import('./way-out.tsx').then((sheet) => sheet.showWayOut(method, link)).catch(throwAside)

/** Address of this page with more parameters, such as the plan that was chosen. */
export function addressWith(parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

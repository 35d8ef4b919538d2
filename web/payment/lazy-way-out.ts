import { throwAsync } from '#web/client/caught-error.ts'
import type { ShowWayOut } from './open-payment.ts'

/**
 * Loads the sheet "open in your browser" on use. Parts of the payment dialog call this, so that pages need not list
 * the sheet's files.
 */
export const showWayOut: ShowWayOut = (method, wish) =>
  void import('./way-out.tsx').then((sheet) => sheet.showWayOut(method, wish)).catch(throwAsync)

import { throwAsync } from '#web/client/caught-error.ts'
import type { ShowWayOut } from './open-payment.ts'

/**
 * Shows the sheet "open in your browser", loaded on use, so that pages with the payment dialog need not list the
 * sheet's files.
 */
export const showWayOut: ShowWayOut = (method, wish) =>
  void import('./way-out.tsx').then((sheet) => sheet.showWayOut(method, wish)).catch(throwAsync)

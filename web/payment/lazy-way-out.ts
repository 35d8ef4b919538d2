import { throwAsync } from '#web/client/caught-error.ts'
import type { ShowWayOut } from './open-payment.ts'

/** Loads the sheet "open in your browser". For parts of the payment dialog, which pages do not list. */
export const showWayOut: ShowWayOut = (method, wish) =>
  void import('./way-out.tsx').then((sheet) => sheet.showWayOut(method, wish)).catch(throwAsync)

import { throwAsync } from '#web/client/caught-error.ts'
import type { ShowWayOut } from './open-payment.ts'

/**
 * Shows the sheet "open in your browser", loaded on use. The names of the sheet's files are then only in the script
 * that imports this function, not in that of every page.
 */
export const showWayOut: ShowWayOut = (method, wish) =>
  void import('./way-out.tsx').then((sheet) => sheet.showWayOut(method, wish)).catch(throwAsync)

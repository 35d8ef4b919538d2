import { throwAsync } from '#web/client/caught-error.ts'
import type { ShowPayOutsideApp } from './open-payment.ts'

/**
 * Shows the sheet "open in your browser", loaded on use. The names of the sheet's files are then only in the script
 * that imports this function, not in that of every page.
 */
export const showPayOutsideApp: ShowPayOutsideApp = (method, wish) =>
  void import('./pay-outside-app.tsx').then((sheet) => sheet.showPayOutsideApp(method, wish)).catch(throwAsync)

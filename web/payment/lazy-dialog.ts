import { throwAsync } from '#web/client/caught-error.ts'
import { isOffline } from '#web/client/connection.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { ShowWayOut } from './open-payment.ts'

const load = () => import('./payment-dialog.tsx')

/** The payment dialog is loaded when an order is placed, so that pages do not include its script and CSS. */
export const PaymentDialog = lazySection(async () => ({ default: (await load()).PaymentDialog }))

/** Starts loading while the order is being placed. The dialog itself handles a failure. */
export function fetchDialog(): void {
  if (!isOffline()) void load().catch(() => {})
}

/**
 * Asks the visitor to continue in another browser. `wish`: parameters for the link to this page, such as the chosen
 * plan, or the order, whose own page becomes the link. The dialog loads the sheet, so that pages do not list its files.
 */
export const showWayOut: ShowWayOut = (method, wish) =>
  void load()
    .then((dialog) => dialog.continueElsewhere(method, wish))
    .catch(throwAsync)

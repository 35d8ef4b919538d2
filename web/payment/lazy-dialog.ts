import { throwAsync } from '#web/client/caught-error.ts'
import { isOffline } from '#web/client/connection.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { ShowPayOutsideApp } from './open-payment.ts'
import type { Order } from './order.ts'
import type { PlannedOrder } from './place-order.ts'

const load = () => import('./payment-dialog.tsx')

/** Payment dialog, loaded when an order is placed, so that pages do not include its script and CSS. */
export const PaymentDialog = lazySection(async () => ({ default: (await load()).PaymentDialog }))

/** Nothing is requested while offline, because browsers remember a failed import until a reload. */
const tryLoad = async () => (isOffline() ? null : load().catch(() => null))

/** Starts loading the payment dialog while the order is being placed. A failure is handled by the dialog itself. */
export const fetchDialog = (): void => void tryLoad()

/**
 * Goes on with an open order of the same purchase; null if there is none, undefined if the dialog could not be loaded.
 */
export const continueOrder = async (uid: number, wanted: PlannedOrder): Promise<Order | null | undefined> =>
  (await tryLoad())?.findOpenOrder(uid, wanted)

/**
 * Asks the visitor to continue in another browser. `wish`: parameters for the link to this page, such as the chosen
 * plan; or an order, and then the link opens that order's page. The dialog loads this sheet, so that pages do not list
 * its files.
 */
export const showPayOutsideApp: ShowPayOutsideApp = (method, wish) =>
  void load()
    .then((dialog) => dialog.continueElsewhere(method, wish))
    .catch(throwAsync)

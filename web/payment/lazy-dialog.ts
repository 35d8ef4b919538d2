import { isOffline } from '#web/client/connection.ts'
import { lazySection } from '#web/display/lazy-part.tsx'

const load = () => import('./payment-dialog.tsx')

/** Loaded when an order is placed, so that pages do not include its script and CSS. */
export const PaymentDialog = lazySection(async () => ({ default: (await load()).PaymentDialog }))

/** Starts loading while the order is being placed. The dialog itself handles a failure. */
export function fetchDialog(): void {
  if (!isOffline()) void load().catch(() => {})
}

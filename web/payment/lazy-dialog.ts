import { isOffline } from '#web/client/connection.ts'
import { lazySection } from '#web/display/lazy-part.tsx'

const load = () => import('./payment-dialog.tsx')

/** No one sees the dialog before an order is placed: its script and its CSS come then, and are no part of the page. */
export const PaymentDialog = lazySection(async () => ({ default: (await load()).PaymentDialog }))

/** Begins to fetch it while the order is on its way to the server. A failure is the dialog's own to handle. */
export function fetchDialog(): void {
  if (!isOffline()) void load().catch(() => {})
}

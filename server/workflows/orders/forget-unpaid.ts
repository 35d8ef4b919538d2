import { sweepUnpaidGroups } from '#server/modules/groups/unpaid-groups.service.ts'
import { sweepUnpaidOrders } from '#server/modules/orders/unpaid-orders.service.ts'
import { unpaidOrderDays } from '#server/modules/orders/unpaid-orders.rules.ts'
import { forgetOldPaySteps, forgetUnlinkedEvents } from '#server/modules/payments/payment-traces.service.ts'
import type { Database } from '#server/platform/database.ts'
import { startSweep } from '#server/platform/sweep.ts'

/** Forgets purchases that came to nothing. Groups go first and take their orders along; what is left of others is forgotten alone. */
export async function forgetUnpaid(database: Database): Promise<void> {
  const sweep = startSweep({ batch: 500 })
  await sweep(sweepUnpaidGroups(database, unpaidOrderDays))
  await sweep(sweepUnpaidOrders(database))
}

/** Forgets what payments leave behind and no one needs: where a buyer was sent, and what providers sent about nothing of ours. */
export async function forgetPaymentTraces(database: Database): Promise<void> {
  // Rows of months ago, each on a page of its own that the disk has to bring: 10,000 outlasted their statement at ten million orders.
  const sweep = startSweep({ batch: 500 })
  await sweep((limit) => forgetOldPaySteps(database, limit))
  await sweep((limit) => forgetUnlinkedEvents(database, limit))
}

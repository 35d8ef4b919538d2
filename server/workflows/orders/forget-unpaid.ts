import { sweepUnpaidGroups } from '#server/modules/groups/groups.service.ts'
import { sweepUnpaidOrders } from '#server/modules/orders/orders.service.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import { forgetOldPaySteps, forgetUnlinkedEvents } from '#server/modules/payments/payment-traces.service.ts'
import type { Database } from '#server/platform/database.ts'
import { startSweep } from '#server/platform/sweep.ts'

/** Deletes purchases without payment: groups with their orders first, then other orders. */
export async function forgetUnpaid(database: Database): Promise<void> {
  const sweep = startSweep({ batch: 500 })
  await sweep(sweepUnpaidGroups(database, unpaidOrderDays))
  await sweep(sweepUnpaidOrders(database))
}

/** Deletes traces of payments: redirect addresses and unrelated provider messages. */
export async function forgetPaymentTraces(database: Database): Promise<void> {
  // Old rows are spread over the disk: 10,000 exceeded the timeout at ten million orders.
  const sweep = startSweep({ batch: 500 })
  await sweep((limit) => forgetOldPaySteps(database, limit))
  await sweep((limit) => forgetUnlinkedEvents(database, limit))
}

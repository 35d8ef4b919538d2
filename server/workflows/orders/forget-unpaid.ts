import { sweepUnpaidGroups } from '#server/modules/groups/groups.service.ts'
import { sweepUnpaidOrders } from '#server/modules/orders/orders.service.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import { forgetOldPaySteps, forgetUnlinkedEvents } from '#server/modules/payments/payment-traces.service.ts'
import type { Database } from '#server/platform/database.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'

export async function forgetUnpaid(database: Database): Promise<void> {
  const sweep = startSweep({ batch: 500 })
  await sweep(sweepUnpaidGroups(database, unpaidOrderDays))
  await sweep(sweepUnpaidOrders(database))
}

export async function forgetPaymentTraces(database: Database): Promise<void> {
  // Small batches, because rows this old are scattered over the disk: at ten million orders a batch of 10,000 exceeded
  // the timeout of SQL statements.
  const sweep = startSweep({ batch: 500 })
  await sweep((limit) => forgetOldPaySteps(database, limit))
  await sweep((limit) => forgetUnlinkedEvents(database, limit))
}

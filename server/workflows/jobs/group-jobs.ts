import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { cancelGroupOrder } from '#server/workflows/groups/cancel-group-order.ts'
import { expireGroup } from '#server/workflows/groups/expire-group.ts'

/** Background jobs of groups. */
export const groupJobs = (deps: PaymentDeps): JobHandlers => ({
  'expire-group': (job) => expireGroup(deps, job),
  'cancel-group-order': (job) => cancelGroupOrder(deps, job),
})

import { listPendingApplications } from '#server/modules/affiliates/applications.queries.ts'
import { listLevels } from '#server/modules/benefits/benefits.queries.ts'
import { listStatements } from '#server/modules/canary/canary.queries.ts'
import { lastGoodDay } from '#server/modules/canary/canary.rules.ts'
import { listPools } from '#server/modules/chains/addresses.queries.ts'
import { readProof } from '#server/modules/figures/figures.queries.ts'
import { listOpenProposals } from '#server/modules/operators/proposals.queries.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { listOpenReviewTimes } from '#server/modules/payments/review-queue.queries.ts'
import { listWaiting } from '#server/modules/payouts/payouts.queries.ts'
import { listOpenCases } from '#server/modules/risk/events.queries.ts'
import { listHeld } from '#server/modules/referrals/referrals.queries.ts'
import { listSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import type { Budget } from '#server/modules/sms-budget/sms-budget.rules.ts'
import { listWaitingThreads } from '#server/modules/support/support.queries.ts'
import { listNodeViews } from '#server/modules/tunnels/nodes.service.ts'
import { listTroubled } from '#server/modules/tunnels/panels/providers.queries.ts'
import { findDown } from '#server/modules/tunnels/nodes.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { listJobs } from '#server/platform/jobs.queries.ts'

const mostCounted = 1_000
const first = '00000000-0000-0000-0000-000000000000'

export type Waiting = { readonly count: number; readonly isMore: boolean; readonly oldest: Date | null }

/** Number and oldest of the waiting rows. The rows are those of the list to which the console's figure links. */
function waitingOf<R>(rows: readonly R[], at: (row: R) => Date): Waiting {
  const oldest = rows.reduce<Date | null>((least, row) => (least && least <= at(row) ? least : at(row)), null)
  return { count: Math.min(rows.length, mostCounted), isMore: rows.length > mostCounted, oldest }
}

export type House = Awaited<ReturnType<typeof readShopStatus>>

export async function readShopStatus(db: Queryable, { smsBudget, now }: { smsBudget: Budget; now: Date }) {
  const limit = mostCounted + 1
  const [
    reviews,
    proposals,
    held,
    applications,
    dead,
    payouts,
    cases,
    threads,
    silent,
    nodes,
    panels,
    spent,
    stock,
    pools,
    canary,
    proof,
  ] = await Promise.all([
    listOpenReviewTimes(db, limit),
    listOpenProposals(db, first, limit),
    listHeld(db, null, limit),
    listPendingApplications(db, null, limit),
    listJobs(db, 'dead', limit),
    listWaiting(db, first, limit),
    listOpenCases(db, null, limit),
    listWaitingThreads(db, null, limit),
    listSilent(db),
    listNodeViews(db),
    listTroubled(db),
    listSpent(db, smsBudget, 1),
    listLevels(db),
    listPools(db),
    listStatements(db, 1, null),
    readProof(db),
  ])
  const sms = spent.find(({ country }) => country === null)
  return {
    reviews: waitingOf(reviews, ({ openedAt }) => openedAt),
    proposals: waitingOf(proposals, ({ preparedAt }) => preparedAt),
    heldReferrals: waitingOf(held, ({ referredAt }) => referredAt),
    applications: waitingOf(applications, ({ appliedAt }) => appliedAt),
    deadJobs: waitingOf(dead, ({ runAt }) => runAt),
    payouts: waitingOf(payouts, ({ preparedAt }) => preparedAt),
    cases: waitingOf(cases, ({ openedAt }) => openedAt),
    messages: waitingOf(threads, ({ since }) => since),
    silentProviders: silent.map(({ provider, since }) => ({ name: provider, since })),
    nodesDown: findDown(nodes, now).map(({ name, seenAt }) => ({ name, since: seenAt })),
    panelsInTrouble: panels.map(({ provider }) => provider),
    sms: { left: sms?.left ?? smsBudget.total, total: smsBudget.total, refused: sms?.refused ?? 0 },
    benefitStock: stock.filter(({ endedAt }) => endedAt === null).map(({ kind, free }) => ({ kind, free })),
    addressPools: pools.map(({ pool, free, total }) => ({ pool: pool ?? '', free, total })),
    canaryGoodUntil: canary[0] ? lastGoodDay(canary[0].date) : null,
    figures: { provedAt: proof.provedAt, lastDay: proof.lastDay, differing: proof.differing },
  }
}

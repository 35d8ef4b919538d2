import type { AlertKind } from '#shared/alert-kinds.ts'
import type { Seen } from '#server/modules/alerts/follow-alerts.rules.ts'
import {
  canaryLevel,
  defaultReviewHours,
  backupLevel,
  certificateLevel,
  diskLevel,
  isLate,
  isSilentFor,
  messagesLevel,
  poolLevel,
  reviewLevel,
  smsLevel,
  stockLevel,
} from '#server/modules/alerts/thresholds.rules.ts'
import { countPostponed } from '#server/modules/accounts/deletion.service.ts'
import { listLevels } from '#server/modules/benefits/benefits.queries.ts'
import { listStatements } from '#server/modules/canary/canary.queries.ts'
import { lastGoodDay } from '#server/modules/canary/canary.rules.ts'
import { findLastBackup, readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listPools } from '#server/modules/chains/addresses.queries.ts'
import { listAllMailWordings } from '#server/modules/content/content.queries.ts'
import { listHealth, type Health } from '#server/modules/connections/connections.queries.ts'
import { readProof } from '#server/modules/figures/figures.queries.ts'
import { findWordingFaults } from '#server/modules/outbox/operator-texts/wording.ts'
import { wordingOf } from '#server/workflows/accounts/messages/read-wordings.ts'
import { countUnsent } from '#server/modules/outbox/outbox.queries.ts'
import { listOpenProposals } from '#server/modules/operators/proposals.queries.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { findLedgerReview, listReviewAges } from '#server/modules/payments/review-queue.queries.ts'
import { listOverdueDays } from '#server/modules/payments/statement-days.queries.ts'
import { listSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import { listNodeViews } from '#server/modules/tunnels/nodes.service.ts'
import { listTroubled } from '#server/modules/tunnels/panels/providers.queries.ts'
import { listFailing } from '#server/modules/webhooks/endpoints.queries.ts'
import { findDown } from '#server/modules/tunnels/nodes.rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { listJobs, readLanes } from '#server/platform/jobs.queries.ts'
import type { DiskSpace } from '#server/platform/machine.ts'
import type { Machine } from './read-machine.ts'

const mostRead = 5_000
const hourMs = 3_600_000
const job = 'look-for-alerts'
const firstId = '00000000-0000-0000-0000-000000000000'

export const stateKinds = [
  'review-opened',
  'review-overdue',
  'approval-waits',
  'figures-differ',
  'job-dead',
  'jobs-late',
  'provider-silent',
  'connection-broken',
  'list-overdue',
  'erasure-waits',
  'node-down',
  'panel-trouble',
  'receiver-fails',
  'sms-budget',
  'benefit-stock',
  'address-pool',
  'messages-late',
  'mail-words',
  'disk-low',
  'certificate-ends',
  'backup-late',
  'canary-stale',
] as const satisfies readonly AlertKind[]

const mib = 2 ** 20
const nothing = { level: 1, detail: null, amount: null, total: null, since: null }
type IsOpen = (kind: AlertKind, subject: string) => boolean

export type ReadOfStates = {
  readonly seen: readonly Seen[]
  readonly unread: readonly AlertKind[]
}
type Asked = {
  readonly config: Pick<Config, 'sms' | 'smsBudget' | 'connections'>
  readonly now: Date
  readonly isOpen: IsOpen
  readonly machine: Machine
  readonly onFailure: (error: unknown, job: string) => void
}

export async function readStates(db: Queryable, asked: Asked): Promise<ReadOfStates> {
  const seen: Seen[] = []
  const unread: AlertKind[] = asked.machine.certificate === 'unknown' ? ['certificate-ends'] : []
  for (const { kinds, read } of readers(db, asked)) {
    try {
      seen.push(...(await read()))
    } catch (error) {
      asked.onFailure(error, job)
      unread.push(...kinds)
      const since = new Date(Math.floor(asked.now.getTime() / hourMs) * hourMs)
      const detail = `${job} (${kinds.join(', ')})`
      seen.push({ ...nothing, kind: 'job-dead', subject: `${job} ${kinds[0]}`, detail, since })
    }
  }
  return { seen, unread }
}

type Reader = { readonly kinds: readonly [AlertKind, ...AlertKind[]]; readonly read: () => Promise<readonly Seen[]> }

const readers = (db: Queryable, { config, now, isOpen, machine }: Asked): readonly Reader[] => [
  {
    kinds: ['review-opened', 'review-overdue'],
    read: async () => {
      const aim = (await readSettings(db)).reviewHours ?? defaultReviewHours
      const reviews = await listReviewAges(db, mostRead)
      const waiting = reviews.flatMap((review) => {
        const found = reviewLevel(review.openedAt, aim, now)
        return found ? [{ ...review, ...found }] : []
      })
      return [
        ...byReason(reviews, (of) => ({ kind: 'review-opened', newest: openedLast(of) })),
        ...byReason(waiting, (of) => ({
          kind: 'review-overdue',
          level: Math.max(...of.map(({ level }) => level)),
          total: aim,
          newest: new Date(openedLast(of).getTime() + (aim * hourMs) / 2),
        })),
      ]
    },
  },
  reader(
    'approval-waits',
    () => listOpenProposals(db, firstId, mostRead),
    ({ id, action, preparedAt }) => ({ subject: id, detail: action, since: preparedAt }),
  ),
  reader(
    'figures-differ',
    async () => {
      const [{ differing }, ledger] = await Promise.all([readProof(db), findLedgerReview(db)])
      return [
        { subject: 'figures', detail: null, amount: differing, since: null },
        { subject: 'ledger', detail: 'ledger', amount: ledger?.found ?? 0, since: ledger?.openedAt ?? null },
      ]
    },
    (state) => (state.amount > 0 ? state : null),
  ),
  reader(
    'job-dead',
    () => listJobs(db, 'dead', mostRead),
    ({ id, kind, runAt }) => ({ subject: id, detail: kind, since: runAt }),
  ),
  reader(
    'jobs-late',
    () => readLanes(db),
    ({ lane, oldestDueSeconds }) =>
      oldestDueSeconds !== null && isLate(oldestDueSeconds, isOpen('jobs-late', lane))
        ? { subject: lane, since: sinceOf(oldestDueSeconds, now) }
        : null,
  ),
  reader(
    'provider-silent',
    () => listSilent(db),
    ({ provider, since }) => (since && isSilentFor(since, now) ? { subject: provider, since } : null),
  ),
  reader(
    'connection-broken',
    async () => config.connections.broken,
    (connection) => ({ subject: connection, since: null }),
  ),
  reader(
    'list-overdue',
    () => listOverdueDays(db),
    ({ provider, days, since }) => ({ subject: provider, amount: days, since }),
  ),
  reader(
    'erasure-waits',
    async () => [await countPostponed(db)],
    ({ accounts, since }) => (accounts > 0 ? { subject: 'payouts', amount: accounts, since } : null),
  ),
  reader(
    'node-down',
    async () => findDown(await listNodeViews(db), now),
    ({ name, seenAt }) => ({ subject: name, since: seenAt }),
  ),
  reader(
    'panel-trouble',
    () => listTroubled(db),
    ({ provider, heldSince, lateSeconds, comparedAt }) => ({
      subject: provider,
      // A late panel comes first, because buyers wait for it.
      ...(lateSeconds !== null
        ? { detail: 'late', since: sinceOf(lateSeconds, now) }
        : heldSince
          ? { detail: 'held', since: heldSince }
          : { detail: 'uncompared', since: comparedAt }),
    }),
  ),
  reader(
    'receiver-fails',
    () => listFailing(db),
    ({ name, state, failingSince }) => ({ subject: name, level: state === 'on' ? 1 : 2, since: failingSince }),
  ),
  reader(
    'sms-budget',
    async () => (config.sms ? await listSpent(db, config.smsBudget, 1) : []),
    ({ country, left: known }) => {
      const { total } = config.smsBudget
      const left = known ?? total
      const level = country === null ? smsLevel(left, total, isOpen('sms-budget', 'sms')) : null
      return level && { ...level, subject: 'sms', amount: left, total }
    },
  ),
  reader(
    'benefit-stock',
    () => listLevels(db),
    ({ kind, endedAt, free, assigned }) => {
      const level = endedAt !== null ? null : stockLevel(free, free + assigned, isOpen('benefit-stock', kind))
      return level && { ...level, subject: kind, amount: free }
    },
  ),
  reader(
    'address-pool',
    () => listPools(db),
    ({ pool, free, total }) => {
      const subject = pool ?? ''
      const level = poolLevel(free, total, isOpen('address-pool', subject))
      return level && { ...level, subject, amount: free, total }
    },
  ),
  reader(
    'messages-late',
    async () => {
      const health = await listHealth(db)
      const channels = ['mail', 'sms'] as const
      return Promise.all(
        // Messages written before the last success are only delayed by their recipients' servers.
        channels.map(async (channel) => ({
          channel,
          ...(await countUnsent(db, channel, lastSuccess(health, channel))),
        })),
      )
    },
    ({ channel, waiting, since }) => {
      const level = since && messagesLevel(waiting, since, now)
      return level && { ...level, subject: channel, amount: waiting, since }
    },
  ),
  reader(
    'mail-words',
    () => listAllMailWordings(db),
    (row) => {
      const faults = findWordingFaults(row.slug, wordingOf(row))
      const what = faults.map(({ fault, part, names }) => [part, fault, ...names].join(' '))
      return faults.length > 0 ? { subject: row.slug, detail: `${row.language}: ${what.join(', ')}` } : null
    },
  ),
  reader(
    'disk-low',
    async () => [diskOf(machine)],
    ({ free, total }) => {
      const level = diskLevel(free, total, isOpen('disk-low', 'data'))
      return level && { ...level, subject: 'data', amount: Math.floor(free / mib), total: Math.floor(total / mib) }
    },
  ),
  reader(
    'certificate-ends',
    async () => (typeof machine.certificate === 'string' ? [] : [machine.certificate]),
    ({ host, from, until }) => {
      const level = certificateLevel(from, until, now)
      return level && { ...level, subject: host, since: until }
    },
  ),
  reader(
    'backup-late',
    async () => {
      const at = await findLastBackup(db)
      return at ? [at] : []
    },
    (at) => {
      const level = backupLevel(at, now)
      return level && { ...level, subject: 'database', since: at }
    },
  ),
  reader(
    'canary-stale',
    async () => (await listStatements(db, 1, null)).slice(0, 1),
    ({ date }) => {
      const day = lastGoodDay(date)
      const level = canaryLevel(day, now)
      return level && { ...level, subject: 'canary', since: new Date(`${day}T00:00:00Z`) }
    },
  ),
]

function diskOf({ disk }: Machine): DiskSpace {
  if ('error' in disk) throw disk.error
  return disk
}

/** Connections that send the messages of each channel. */
const connectionsOf = { mail: ['mail'], sms: ['aliyun', 'twilio'] } as const
function lastSuccess(health: readonly Health[], channel: keyof typeof connectionsOf): Date | null {
  const names: readonly string[] = connectionsOf[channel]
  const times = health.flatMap(({ connection, succeededAt }) => (names.includes(connection) ? (succeededAt ?? []) : []))
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

type Review = { readonly reason: string; readonly openedAt: Date }
const openedLast = (of: readonly Review[]): Date => new Date(Math.max(...of.map(({ openedAt }) => openedAt.getTime())))

/** Builds a single alert for all reviews with the same reason. `of`: reviews, oldest first. */
const byReason = <R extends Review>(
  reviews: readonly R[],
  describe: (of: readonly R[]) => Pick<Seen, 'kind' | 'newest'> & Partial<Seen>,
): Seen[] =>
  [...Map.groupBy(reviews, ({ reason }) => reason)].map(([reason, of]) => ({
    ...nothing,
    subject: reason,
    detail: reason,
    amount: of.length,
    since: of[0]?.openedAt ?? null,
    ...describe(of),
  }))

type Look<R> = (row: R) => (Partial<Seen> & { subject: string }) | null
const see = <R>(kind: AlertKind, rows: readonly R[], look: Look<R>): Seen[] =>
  rows.flatMap((row) => {
    const found = look(row)
    return found ? [{ ...nothing, kind, ...found }] : []
  })
const reader = <R>(kind: AlertKind, list: () => Promise<readonly R[]>, look: Look<R>): Reader => ({
  kinds: [kind],
  read: async () => see(kind, await list(), look),
})

/** Rounds to the minute, so that repeated reads of the same age yield the same time. */
const sinceOf = (seconds: number, now: Date): Date =>
  new Date(Math.floor((now.getTime() - seconds * 1_000) / 60_000) * 60_000)

import type { Database, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { subjectOf } from '../panel-user-name.ts'
import { findTermsOfMany, listMembers } from './deliveries.repo.ts'
import * as repo from './comparison.repo.ts'
import { asPanelFault } from './create-panels.ts'
import { countDrifts, mustWait, takesAway, type Comparison } from './comparison.rules.ts'
import type { Seen, TunnelProvider } from './port.ts'
import type { ProviderRow } from './providers.queries.ts'
import { drifts, findDrift, viewOf, type Drift } from './delivered-terms.rules.ts'

const batch = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Found = {
  readonly userId: string
  readonly subject: string
  readonly drift: Drift
  readonly isOpen: boolean
  readonly isNew: boolean
}
export type Compared = { readonly comparison: Comparison; readonly found: readonly Found[]; readonly held: boolean }
type Comparing = { readonly database: Database; readonly digest: KeyedDigest; readonly row: ProviderRow }

/**
 * Compares the user list of a VPN panel with what the panel was sent, without changing anything. Throws if the list
 * breaks off. A wrong list causes no harm, because each person is checked again before a repair. Returns null if the
 * provider has no list.
 */
export async function compareProvider(
  deps: Comparing,
  provider: TunnelProvider,
  signal?: AbortSignal,
): Promise<Compared | null> {
  if (!provider.list) return null
  // Reads the clock before the list, so that membership time which ends during the read does not count as a difference.
  const { now } = await repo.readClock(deps.database)
  const there = await readList(provider.list(), signal)
  const seen = there.size
  const known = await compareKnown(deps, there, now, signal)
  const adopted = there.size === 0 ? [] : await findStrangers(deps, there, now, signal)
  const found = [...known.found, ...adopted]
  const comparison = countDrifts(
    found.map(({ drift }) => drift),
    seen,
    there.size,
  )
  return { comparison, found, held: mustWait(comparison.closures, known.open) }
}

async function readList(
  pages: AsyncIterable<readonly Seen[]>,
  signal: AbortSignal | undefined,
): Promise<Map<string, Seen>> {
  const there = new Map<string, Seen>()
  try {
    for await (const page of pages) {
      for (const seen of page) there.set(seen.subject, seen)
      if (signal?.aborted) break
    }
  } catch (error) {
    throw asPanelFault(error)
  }
  signal?.throwIfAborted()
  return there
}

/**
 * Finds differences for users whom we have sent to the panel (with a delivery row). Removes these users from `there`.
 */
async function compareKnown(
  { database, digest, row }: Comparing,
  there: Map<string, Seen>,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<{ found: Found[]; open: number }> {
  const found: Found[] = []
  let open = 0
  for (let after = firstId; ;) {
    signal?.throwIfAborted()
    const rows = await repo.listStanding(database, row.id, after, batch)
    for (const { userId, subject: known, isBusy, ...terms } of rows) {
      const subject = known ?? subjectOf(digest, userId)
      const seen = there.get(subject) ?? null
      there.delete(subject)
      if (seen?.isOpen) open++
      const drift = isBusy ? null : findDrift(viewOf(subject, terms, row, now).told, seen)
      if (drift !== null) found.push({ userId, subject, drift, isOpen: seen?.isOpen ?? false, isNew: false })
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { found, open }
    after = last.userId
  }
}

/**
 * Finds members whom the panel has but whom we have not sent to it (without a delivery row), for example after
 * restoring an older database. Removes these members from `there`.
 */
async function findStrangers(
  { database, digest, row }: Comparing,
  there: Map<string, Seen>,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const found: Found[] = []
  for (let after = firstId; there.size > 0;) {
    signal?.throwIfAborted()
    const members = await listMembers(database, after, batch)
    const met = members.flatMap(({ userId }) => {
      const seen = there.get(subjectOf(digest, userId))
      return seen ? [{ userId, seen }] : []
    })
    const terms = new Map(
      (
        await findTermsOfMany(
          database,
          met.map(({ userId }) => userId),
        )
      ).map((one) => [one.userId, one]),
    )
    for (const { userId, seen } of met) {
      there.delete(seen.subject)
      const known = terms.get(userId)
      const drift = known ? findDrift(viewOf(seen.subject, known, row, now).told, seen) : null
      if (drift !== null) found.push({ userId, subject: seen.subject, drift, isOpen: seen.isOpen, isNew: true })
    }
    const last = members.at(-1)
    if (!last || members.length < batch) break
    after = last.userId
  }
  return found
}

/**
 * Queues repairs of the differences between panel and shop. Each person is checked again before the repair is sent.
 * Returns false if the provider's settings have changed in the meantime.
 */
export async function keepComparison(
  tx: Transaction,
  { id, revision }: Pick<ProviderRow, 'id' | 'revision'>,
  { comparison, found, held }: Compared,
): Promise<boolean> {
  if ((await repo.saveComparison(tx, { provider: id, revision, comparison, held })) === 0) return false
  await repo.forgetDrift(tx, id)
  for (const { userId, subject } of found.filter(({ isNew }) => isNew)) await repo.adoptOne(tx, id, userId, subject)
  const marked = found.map((one) => ({ ...one, waits: held && takesAway(one.drift) }))
  for (let at = 0; at < marked.length; at += batch) await repo.markDrift(tx, id, marked.slice(at, at + batch))
  return true
}

export async function releaseHeld(tx: Transaction, provider: string): Promise<number> {
  const released = await repo.releaseHeld(tx, provider, drifts.filter(takesAway))
  await repo.endHold(tx, provider)
  return released
}

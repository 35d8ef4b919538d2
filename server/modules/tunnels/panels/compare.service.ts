import type { Database, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { subjectOf } from '../subject.ts'
import { findTermsOfMany, listMembers } from './deliveries.repo.ts'
import * as repo from './comparison.repo.ts'
import { asPanelFault } from './create-panels.ts'
import { countDrifts, mustWait, takesAway, type Comparison } from './comparison.rules.ts'
import type { Seen, TunnelProvider } from './port.ts'
import type { ProviderRow } from './providers.queries.ts'
import { drifts, findDrift, viewOf, type Drift } from './told.rules.ts'

const batch = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

export type Found = {
  readonly userId: string
  readonly subject: string
  readonly drift: Drift
  readonly isOpen: boolean
  readonly isNew: boolean
}
export type Compared = { readonly comparison: Comparison; readonly found: readonly Found[]; readonly held: boolean }
type Comparing = { readonly database: Database; readonly digest: KeyedDigest; readonly row: ProviderRow }

/**
 * Holds the whole list of a panel beside what it was told. It changes nothing. A list that breaks off throws, and nothing is known
 * then; what one says that lies costs a look at each person, because none is told anything for what a list says. Null: the
 * provider cannot be asked.
 */
export async function compareProvider(
  deps: Comparing,
  provider: TunnelProvider,
  signal?: AbortSignal,
): Promise<Compared | null> {
  if (!provider.list) return null
  // Who runs out while the list is read is no drift.
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

/** Throws PanelAway or PanelRefused, unless the signal did. */
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

/** Takes those who have a row out of `there`. */
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

/** Members of ours who are there and have no row, because an older copy of the database knows less. Takes them out of `there`. */
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

/** Has what was found mended: each is looked at once more before it is told. False: the provider was set anew meanwhile. */
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

/** Lets go those who wait for a person; returns how many. */
export async function releaseHeld(tx: Transaction, provider: string): Promise<number> {
  const released = await repo.releaseHeld(tx, provider, drifts.filter(takesAway))
  await repo.endHold(tx, provider)
  return released
}

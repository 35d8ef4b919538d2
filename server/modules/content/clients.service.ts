import { refuse, type Result } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './clients.repo.ts'
import { compareVersions } from './clients.rules.ts'
import type { ClientRelease } from './content.repo.ts'

export type Platform = ClientRelease['platform']
export const listReleases = (db: Queryable, limit: number, after: string | null) => repo.listReleases(db, limit, after)

/** Offers a release from now on; it stays in the history. */
export async function offerClient(tx: Transaction, release: ClientRelease, operator: string): Promise<void> {
  const { id } = await repo.insertHistory(tx, release, operator)
  await repo.offer(tx, id)
}

/** What is offered for a platform, no one else’s to change until the transaction ends. */
export const lockOffered = (tx: Transaction, platform: Platform) => repo.lockOffered(tx, platform)

/** A version that is not above the one that is offered is refused: an app that is there would not take it. Earlier ones come back by `restoreClient`. */
export function findVersionFault(offered: string | undefined, next: string): Result<never> | null {
  const above = offered === undefined ? 1 : compareVersions(next, offered)
  if (above > 0) return null
  return above === 0
    ? refuse('NotPossible', `Version ${offered} is offered already. A file that changed needs a higher version.`)
    : refuse('NotPossible', `Version ${offered} is offered, which is newer. Restore an earlier one from the list.`)
}

/** Takes the release of a platform off the site; null where none is offered. */
export async function withdrawClient(tx: Transaction, platform: Platform): Promise<ClientRelease | null> {
  const offered = await repo.lockOffered(tx, platform)
  if (!offered) return null
  await repo.stopOffering(tx, platform)
  return offered
}

/** Offers a release of the history again; with what it takes the place of. */
export async function restoreClient(
  tx: Transaction,
  id: string,
): Promise<Result<{ release: ClientRelease; before: ClientRelease | null }>> {
  const release = await repo.findRelease(tx, id)
  if (!release) return refuse('NotFound', 'There is no release with this id.')
  const before = await repo.lockOffered(tx, release.platform)
  if (before?.id === id) return refuse('NotPossible', 'This release is offered already.')
  await repo.offer(tx, id)
  return { ok: true, value: { release, before: before ?? null } }
}

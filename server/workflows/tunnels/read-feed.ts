import { createHash } from 'node:crypto'
import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { listTerms } from '#server/modules/tunnels/entitlements.queries.ts'
import { findByFeedToken } from '#server/modules/tunnels/panels/providers.queries.ts'
import { viewOf, type DeliveredTerms } from '#server/modules/tunnels/panels/delivered-terms.rules.ts'
import { subjectOf } from '#server/modules/tunnels/panel-user-name.ts'

const feedTokenPattern = /^wff_[A-Za-z0-9_-]{43}$/
export const digestFeedToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const firstId = '00000000-0000-0000-0000-000000000000'

type FeedPage = { readonly entitlements: readonly DeliveredTerms[]; readonly next: string | null }

/**
 * Page of all entitlements for a tunnel provider. Returns 'unknown' for an invalid token, and 'bad cursor' if `after`
 * is not from this feed. Sorted by user, so that positions stay stable; changes arrive by webhook.
 */
export async function readFeed(
  { database, digest, keyring }: PanelDeps,
  { token, after, limit }: { readonly token: string; readonly after: string; readonly limit: number },
): Promise<FeedPage | 'unknown' | 'bad cursor'> {
  if (!feedTokenPattern.test(token)) return 'unknown'
  const provider = await findByFeedToken(database, digestFeedToken(token))
  if (!provider) return 'unknown'
  await countTry(database, digest, 'tunnel-feed', provider.id)
  // The cursor is encrypted, because it contains our internal user id.
  const purpose = `tunnel feed ${provider.id}`
  let place = firstId
  if (after !== '') {
    try {
      place = keyring.open(purpose, Buffer.from(after, 'base64url'))
    } catch {
      return 'bad cursor'
    }
  }
  const rows = await listTerms(database, place, limit)
  const last = rows.at(-1)
  return {
    entitlements: rows.map(({ userId, now, ...terms }) => viewOf(subjectOf(digest, userId), terms, provider, now).told),
    next: last && rows.length === limit ? keyring.seal(purpose, last.userId).toString('base64url') : null,
  }
}

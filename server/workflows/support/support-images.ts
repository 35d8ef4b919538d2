import { AppError, refuseFields } from '#shared/errors.ts'
import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import type { CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { failedImageTries, networkSlots, type Slot } from '#server/modules/limits/limits.rules.ts'
import { consumeTries, countTries } from '#server/modules/limits/limits.service.ts'
import { checkImage } from '#server/platform/images/image-kind.rules.ts'
import { isId } from '#server/modules/support/support.rules.ts'
import { keepImage, openImage, type ImageFacts } from '#server/modules/support/images.service.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { reencodeImage } from '#server/platform/images/reencode-image.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'

export async function requireInbox(database: Database): Promise<void> {
  if (!(await readSettings(database)).supportInbox) throw new AppError('NotFound')
}

type Deps = Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>

export async function addImage(
  { database, digest, keyring }: Deps,
  { userId, caller }: { readonly userId: string; readonly caller: CallerNetwork },
  data: string,
): Promise<ImageFacts> {
  await requireInbox(database)
  const bytes = Buffer.from(data, 'base64')
  refuseFields({ data: checkImage(bytes) })
  const { network, widths = [network], isExit = false } = caller
  const slots = [
    { rule: 'support-image-hour', subject: userId },
    { rule: 'support-image-day', subject: userId },
    ...networkSlots('support-image-network', widths, isExit),
  ] as const
  await countTries(database, digest, slots)
  const reencoded = await reencodeImage(bytes, userId, isExit ? network : (widths[1] ?? network))
  if (!reencoded) throw new AppError('Unavailable')
  if (!reencoded.ok) {
    await countFailedImage(database, digest, slots)
    refuseFields({ data: reencoded.fault === 'TooManyPixels' ? 'ImageTooLarge' : 'ImageBroken' })
    throw new AppError('InvalidInput')
  }
  const { image } = reencoded
  const kept = await database.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    return keepImage(tx, keyring, userId, image)
  })
  if (!kept) throw new AppError('TooManyRequests')
  return kept
}

/** Counts a failed image several times against the rate limits, because decoding it costs the most. */
export async function countFailedImage(database: Database, digest: KeyedDigest, slots: readonly Slot[]): Promise<void> {
  for (let tries = 1; tries < failedImageTries; tries++) await consumeTries(database, digest, slots)
}

export async function readOwnImage(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  userId: string,
  id: string,
): Promise<{ webp: string }> {
  await requireInbox(database)
  const webp = isId(id) ? await openImage(database, keyring, id, userId) : null
  if (webp === null) throw new AppError('NotFound')
  return { webp }
}

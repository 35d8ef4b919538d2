import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { ReencodedImage } from '#server/platform/images/reencode-image.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './support.repo.ts'

export const imagePurpose = 'support-image'
/** Maximum number of uploaded images that were not sent. They are kept for a day. */
const maxUnsent = 12

export type ImageFacts = { readonly id: string; readonly width: number; readonly height: number }

/** Stores an uploaded image. Returns null if the user has too many images that were not sent. */
export async function keepImage(
  tx: Transaction,
  keyring: Keyring,
  userId: string,
  { bytes, width, height }: ReencodedImage,
): Promise<ImageFacts | null> {
  const { unsent } = await repo.countUnsent(tx, userId)
  if (unsent >= maxUnsent) return null
  const id = randomUUIDv7()
  await repo.insertImage(tx, {
    id,
    userId,
    sealed: keyring.seal(imagePurpose, bytes.toString('base64')),
    width,
    height,
  })
  return { id, width, height }
}

export async function keepSent(
  tx: Transaction,
  keyring: Keyring,
  { userId, entryId }: { readonly userId: string; readonly entryId: string },
  images: readonly ReencodedImage[],
): Promise<void> {
  const ids: string[] = []
  for (const { bytes, width, height } of images) {
    const id = randomUUIDv7()
    await repo.insertImage(tx, {
      id,
      userId,
      sealed: keyring.seal(imagePurpose, bytes.toString('base64')),
      width,
      height,
    })
    ids.push(id)
  }
  if (ids.length > 0) await repo.attachImages(tx, userId, entryId, ids)
}

/**
 * Attaches images to a support message. Returns false if an image is unknown, or belongs to another user or message.
 */
export async function attachImages(
  tx: Transaction,
  userId: string,
  entryId: string,
  ids: readonly string[],
): Promise<boolean> {
  const distinct = new Set(ids).size
  return distinct === 0 || (await repo.attachImages(tx, userId, entryId, ids)) === distinct
}

export async function imagesOf(
  db: Queryable,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ImageFacts[]>> {
  const rows = entryIds.length === 0 ? [] : await repo.listImages(db, entryIds)
  return Map.groupBy(
    rows.map(({ id, entryId, width, height }) => ({ id, entryId, width, height })),
    ({ entryId }) => entryId ?? '',
  )
}

/**
 * Returns an image of a support message as base64. Null if the image is not the user's. With `userId` null (for
 * operators), returns any image that was sent.
 */
export async function openImage(
  db: Queryable,
  keyring: Keyring,
  id: string,
  userId: string | null,
): Promise<string | null> {
  const row = await repo.findImage(db, id, userId)
  return row ? keyring.open(imagePurpose, row.sealed) : null
}

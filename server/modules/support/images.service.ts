import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { ReencodedImage } from '#server/platform/images/reencode-image.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './support.repo.ts'

export const imagePurpose = 'support-image'
/** Maximum of uploaded, unsent images; they are kept for a day. */
const maxUnsent = 12

export type ImageFacts = { readonly id: string; readonly width: number; readonly height: number }

/** Null if the user has too many unsent images. */
export async function keepImage(
  tx: Transaction,
  keyring: Keyring,
  userId: string,
  { webp, width, height }: ReencodedImage,
): Promise<ImageFacts | null> {
  const { unsent } = await repo.countUnsent(tx, userId)
  if (unsent >= maxUnsent) return null
  const id = randomUUIDv7()
  await repo.insertImage(tx, { id, userId, sealed: keyring.seal(imagePurpose, webp.toString('base64')), width, height })
  return { id, width, height }
}

/** Stores images received with an entry, in order. */
export async function keepSent(
  tx: Transaction,
  keyring: Keyring,
  { userId, entryId }: { readonly userId: string; readonly entryId: string },
  images: readonly ReencodedImage[],
): Promise<void> {
  const ids: string[] = []
  for (const { webp, width, height } of images) {
    const id = randomUUIDv7()
    await repo.insertImage(tx, {
      id,
      userId,
      sealed: keyring.seal(imagePurpose, webp.toString('base64')),
      width,
      height,
    })
    ids.push(id)
  }
  if (ids.length > 0) await repo.attachImages(tx, userId, entryId, ids)
}

/** Returns false if an image belongs to another user or message. */
export async function attachImages(
  tx: Transaction,
  userId: string,
  entryId: string,
  ids: readonly string[],
): Promise<boolean> {
  const distinct = new Set(ids).size
  return distinct === 0 || (await repo.attachImages(tx, userId, entryId, ids)) === distinct
}

/** Images by entry. */
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

/** Returns the image as base64. Null if it is not the user's; `userId` null: any sent image. */
export async function openImage(
  db: Queryable,
  keyring: Keyring,
  id: string,
  userId: string | null,
): Promise<string | null> {
  const row = await repo.findImage(db, id, userId)
  return row ? keyring.open(imagePurpose, row.sealed) : null
}

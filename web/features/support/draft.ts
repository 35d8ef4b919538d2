import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'

export type ChosenImage = { readonly id: string; readonly width: number; readonly height: number }
/** Unsent support message. `sent`: text and idempotency key of the last attempt, if it got no answer. */
type Draft = {
  readonly text: string
  readonly images: readonly ChosenImage[]
  readonly sent: { readonly text: string; readonly key: string } | null
}

const nameOf = (uid: number): string => `${storageKeys.supportDraft}${uid}`
const isImage = (value: unknown): value is ChosenImage =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

function readDraft(uid: number): Draft {
  const known = readStoredJson('sessionStorage', nameOf(uid)) as Partial<Draft> | null
  const { text, images, sent } = typeof known === 'object' && known !== null ? known : {}
  const isSent = typeof sent?.text === 'string' && typeof sent.key === 'string'
  return {
    text: typeof text === 'string' ? text : '',
    images: Array.isArray(images) ? (images as unknown[]).filter(isImage) : [],
    sent: isSent ? sent : null,
  }
}
const writeDraft = (uid: number, draft: Draft): void =>
  writeStored('sessionStorage', nameOf(uid), JSON.stringify(draft))

export const draftText = (uid: number): string => readDraft(uid).text
export const draftImages = (uid: number): readonly ChosenImage[] => readDraft(uid).images
export const keepDraft = (uid: number, text: string): void => writeDraft(uid, { ...readDraft(uid), text })
export const keepImages = (uid: number, images: readonly ChosenImage[]): void =>
  writeDraft(uid, { ...readDraft(uid), images })
export const forgetDraft = (uid: number): void => removeStored('sessionStorage', nameOf(uid))

/**
 * Idempotency key of a message. Unchanged text and images keep it until an answer arrives, so that a retry is not
 * stored twice.
 */
export function keyOf(uid: number, text: string): string {
  const draft = readDraft(uid)
  const content = [text, ...draft.images.map(({ id }) => id)].join('\n')
  const key = draft.sent?.text === content ? draft.sent.key : randomAlphanumerics(24)
  writeDraft(uid, { ...draft, text, sent: { text: content, key } })
  return key
}

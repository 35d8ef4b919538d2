import { readStoredJson, removeStored, storageKeys, writeStored } from '#web/client/browser-storage.ts'
import { randomAlphanumerics } from '#web/client/signature.ts'

/** What a person is writing, and under which key it was sent last if no answer came. */
type Draft = { readonly text: string; readonly sent: { readonly text: string; readonly key: string } | null }

const nameOf = (uid: number): string => `${storageKeys.supportDraft}${uid}`

function readDraft(uid: number): Draft {
  const known = readStoredJson('sessionStorage', nameOf(uid)) as Partial<Draft> | null
  const { text, sent } = typeof known === 'object' && known !== null ? known : {}
  const isSent = typeof sent?.text === 'string' && typeof sent.key === 'string'
  return { text: typeof text === 'string' ? text : '', sent: isSent ? sent : null }
}
const writeDraft = (uid: number, draft: Draft): void =>
  writeStored('sessionStorage', nameOf(uid), JSON.stringify(draft))

export const draftText = (uid: number): string => readDraft(uid).text
export const keepDraft = (uid: number, text: string): void => writeDraft(uid, { ...readDraft(uid), text })
export const forgetDraft = (uid: number): void => removeStored('sessionStorage', nameOf(uid))

/** The key of a message: the same for the same words until an answer came, so that a message whose answer was lost is not written twice. */
export function keyOf(uid: number, text: string): string {
  const { sent } = readDraft(uid)
  const key = sent?.text === text ? sent.key : randomAlphanumerics(24)
  writeDraft(uid, { text, sent: { text, key } })
  return key
}

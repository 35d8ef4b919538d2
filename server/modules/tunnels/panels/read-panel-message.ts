import { isRecord } from '#server/platform/is-record.ts'
import { ownSubject } from './own-subject.ts'

export type PanelMessage = { readonly subject: string; readonly saidAt: Date }

const fiveMinutes = 300_000

/** Whom a message of Remnawave is about, and when it was said; null where it is about none of ours. */
export function readPanelMessage(raw: Uint8Array, now = Date.now()): PanelMessage | null {
  let said: unknown
  try {
    said = JSON.parse(new TextDecoder().decode(raw))
  } catch {
    return null
  }
  if (!isRecord(said) || !isRecord(said.data) || typeof said.timestamp !== 'string') return null
  // Of a device it tells with the user inside.
  const user = isRecord(said.data.user) ? said.data.user : said.data
  const subject = ownSubject(user.username)
  const saidAt = new Date(said.timestamp)
  // One from far ahead would make every later one old.
  if (subject === null || !(saidAt.getTime() <= now + fiveMinutes)) return null
  return { subject, saidAt }
}

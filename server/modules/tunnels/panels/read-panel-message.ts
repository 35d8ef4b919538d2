import { isRecord } from '#server/platform/read-body.ts'
import { ownSubject } from '../panel-user-name.ts'

type PanelMessage = { readonly subject: string; readonly saidAt: Date }

const fiveMinutes = 300_000

/**
 * Reads the person and the time from a webhook of the panel Remnawave. Null if it cannot be read, is dated in the
 * future or is not about one of our users.
 */
export function readPanelMessage(raw: Uint8Array, now = Date.now()): PanelMessage | null {
  let said: unknown
  try {
    said = JSON.parse(new TextDecoder().decode(raw))
  } catch {
    return null
  }
  if (!isRecord(said) || !isRecord(said.data) || typeof said.timestamp !== 'string') return null
  const user = isRecord(said.data.user) ? said.data.user : said.data
  const subject = ownSubject(user.username)
  const saidAt = new Date(said.timestamp)
  // Rejects a timestamp far in the future, because it would make every later message count as old.
  if (subject === null || !(saidAt.getTime() <= now + fiveMinutes)) return null
  return { subject, saidAt }
}

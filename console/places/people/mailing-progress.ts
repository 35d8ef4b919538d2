import type { Output } from '#console/client/wire.ts'

type Shown = Output<'mailings.show'>

export const isGoing = ({ state }: Pick<Shown, 'state'>) => state === 'waiting' || state === 'sending'
export const isOver = ({ state }: Pick<Shown, 'state'>) => state === 'done' || state === 'stopped'

const oftenMs = 4_000
const seldomMs = 60_000

/** Ms until the next poll; null if over. Each poll counts all recipients, so large mailings are polled less often. */
export function lookAgainMs(shown: Pick<Shown, 'state' | 'queued' | 'sent' | 'failed' | 'skipped'>): number | null {
  const { queued, sent, failed, skipped } = shown
  if (isOver(shown) && queued === 0) return null
  if (!isGoing(shown)) return seldomMs
  return Math.min(seldomMs, Math.max(oftenMs, (queued + sent + failed + skipped) / 2))
}

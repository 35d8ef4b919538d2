import type { ReactNode } from 'react'
import { momentText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { Note } from '#console/frame/note.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Props = {
  readonly t: QueueText
  readonly of: { readonly takenBy: string | null; readonly takenUntil: string | null }
  /** Button that assigns the item to this operator. `isMine`: true if it already is. */
  readonly renderAct: (isMine: boolean) => ReactNode
  /** Button to take over an item assigned to another operator, shown to roles that may do so. */
  readonly over?: ReactNode
}

export function Assignment({ t, of: { takenBy, takenUntil }, renderAct, over }: Props) {
  const { language } = useSpoken()
  const { name } = useMe()
  const { talk } = t
  const isMine = takenBy === name
  const until = takenUntil === null ? '' : momentText(new Date(takenUntil), language).slice(-5)
  return (
    <div className="bar">
      {takenBy !== null && (
        <Note kind={isMine ? 'ok' : 'hold'}>{isMine ? talk.mine(until) : talk.taken(takenBy, until)}</Note>
      )}
      {takenBy === null || isMine ? renderAct(isMine) : over}
    </div>
  )
}

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { replyPlaceholders } from '#shared/support-limits.ts'
import { DeniedReason } from '#console/act/denied-reason.tsx'
import { Outcome } from '#console/act/outcome.tsx'
import { useTypedValues } from '#console/act/use-typed-values.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useQuickAction } from '#console/client/use-quick-action.ts'
import { useSpoken } from '#console/client/language.ts'
import { formatRefusal } from '#console/client/console-error.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import type { RepliesText } from '#console/text/en/replies.ts'
import { PickReply } from './pick-reply.tsx'

type Thread = Output<'messages.show'>
type Props = { readonly w: RepliesText; readonly thread: Thread }

/** Id before all entries, for a thread that the operator saw empty. */
const noEntry = '00000000-0000-0000-0000-000000000000'
const nothing = {}
const left = new RegExp(`\\{\\{\\s*(${replyPlaceholders.join('|')})\\s*\\}\\}`, 'g')

export function ReplyBox({ w, thread: { uid, entries } }: Props) {
  const { t } = useSpoken()
  const { field } = useVocabulary()
  const { role } = useMe()
  const user = String(uid)
  const typed = useTypedValues('messages.answer', user, nothing)
  const text = typeof typed.values.text === 'string' ? typed.values.text : ''
  const newest = entries.at(-1)?.id ?? noEntry
  const [readUpTo, setReadUpTo] = useState(newest)
  const area = useRef<HTMLTextAreaElement>(null)
  // The operator sees the whole text, so an answer needs no preview.
  const sending = useQuickAction('messages.answer')
  const [done, setDone] = useState<{ answer: ConsoleOutcome; solved: boolean } | null>(null)
  // Without a draft, the operator answers what the page shows.
  const last = text === '' ? newest : readUpTo
  const newer = entries.filter(({ id }) => id > last).at(-1)
  const missing = [...new Set([...text.matchAll(left)].map(([whole]) => whole))]
  const isReady = text.trim() !== '' && missing.length === 0 && !newer && !sending.busy

  const change = (next: string) => {
    if (text === '') setReadUpTo(newest)
    typed.set('text', next)
    setDone(null)
  }
  const insert = (reply: string) => {
    change(text.trim() === '' ? reply : `${text.trimEnd()}\n\n${reply}`)
    area.current?.focus()
  }
  const send = async (solved: boolean) => {
    if (!isReady) return
    const answer = await sending.press({ user, text, last, ...(solved && { close: true }) })
    if (!answer) return
    typed.forget()
    setDone({ answer, solved })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    void send(event.shiftKey)
  }
  // Shows the end of an inserted reply.
  useEffect(() => {
    const box = area.current
    if (box && document.activeElement === box) box.scrollTop = box.scrollHeight
  }, [text])
  if (!mayDo(role, 'messages.answer')) return <DeniedReason name="messages.answer" />

  return (
    <div className="stack" data-act="messages.answer">
      <PickReply w={w} user={user} onPick={insert} />
      <label>
        <span className="vh">{w.text}</span>
        <textarea
          ref={area}
          className="in-t"
          rows={5}
          value={text}
          disabled={sending.busy}
          onKeyDown={onKey}
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {missing.length > 0 && <Note kind="hold">{w.placeholders(missing.join(' '))}</Note>}
      {newer && (
        <Note kind="hold" alert>
          <p>{newer.from === 'customer' ? w.customerWrote : w.answeredBy(newer.from)}</p>
          <p className="said">{newer.text}</p>
          <button type="button" className="btn q" onClick={() => setReadUpTo(newest)}>
            {w.haveRead}
          </button>
        </Note>
      )}
      {sending.refused && (
        <Note kind="stop" alert>
          {formatRefusal(sending.refused, t, field)}
        </Note>
      )}
      <div className="bar">
        <button type="button" className="btn" disabled={!isReady} onClick={() => void send(false)}>
          {sending.busy ? w.sending : w.sendWait}
        </button>
        <button type="button" className="btn q" disabled={!isReady} onClick={() => void send(true)}>
          {w.sendSolve}
        </button>
      </div>
      {done?.answer.proposal && <Outcome name="messages.answer" answer={done.answer} />}
      <p role="status" className={done && !done.answer.proposal ? undefined : 'vh'}>
        {done && !done.answer.proposal && w.sent[done.solved ? 'solved' : 'pending']}
      </p>
    </div>
  )
}

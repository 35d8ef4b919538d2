import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import { Failure } from '#console/frame/query-state.tsx'
import type { RepliesText } from '#console/text/en/replies.ts'

type Reply = RowOf<'messages.replies', 'replies'>
type Props = { readonly w: RepliesText; readonly user: string; readonly onPick: (text: string) => void }

const mostSuggested = 3
const mostShown = 8

/** Canned replies, filled for the customer: a few for their situation as buttons, and all of them in a list. */
export function PickReply({ w, user, onPick }: Props) {
  const { value } = useVocabulary()
  const read = useRead('messages.replies', { user })
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { situations = [], replies = [] } = read.data ?? {}
  const suggested = replies.filter((reply) => reply.suggested && reply.missing.length === 0).slice(0, mostSuggested)
  const pick = (reply: Reply) => {
    setOpen(false)
    onPick(reply.text)
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <div className="bar">
        <button
          type="button"
          className="btn q"
          ref={opener}
          data-key="c"
          aria-keyshortcuts="C"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {w.pick}
        </button>
        {suggested.length > 0 && (
          <span className="faint">
            {w.suggested} ({situations.map((each) => value(each)).join(', ')})
          </span>
        )}
        {suggested.map((reply) => (
          <button key={reply.name} type="button" className="btn q" onClick={() => pick(reply)}>
            {reply.name}
          </button>
        ))}
      </div>
      {isOpen && (
        <div id={id}>
          {read.error ? (
            <Failure error={read.error} retry={() => void read.refetch()} />
          ) : (
            <Choices w={w} replies={replies} onPick={pick} onClose={close} />
          )}
        </div>
      )}
    </>
  )
}

type ChoicesProps = {
  readonly w: RepliesText
  readonly replies: readonly Reply[]
  readonly onPick: (reply: Reply) => void
  readonly onClose: () => void
}

function Choices({ w, replies, onPick, onClose }: ChoicesProps) {
  const box = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const found = replies.filter(({ name, text }) => `${name}\n${text}`.toLowerCase().includes(wanted))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    if (step === undefined || at === -1) return
    event.preventDefault()
    stops[at + step]?.focus()
  }
  if (replies.length === 0)
    return (
      <p className="faint">
        {w.none}{' '}
        <Link className="lnk" to="/console/queue/replies">
          {w.make}
        </Link>
      </p>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the controls inside
    <div className="stack tight" ref={box} onKeyDown={onKey}>
      <input
        className="in-t"
        type="search"
        autoComplete="off"
        aria-label={w.find}
        placeholder={w.find}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to type
        autoFocus
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return
          event.preventDefault()
          onPick(first)
        }}
      />
      {found.length === 0 && <p className="faint">{w.noneNamed}</p>}
      <ul className="stack tight">
        {found.slice(0, mostShown).map((reply) => (
          <li key={reply.name}>
            <button type="button" className="btn q" onClick={() => onPick(reply)}>
              {reply.name}
            </button>{' '}
            {reply.missing.length > 0 && (
              <span className="tag hold">
                {w.missing(reply.missing.map((name) => w.names[name] ?? name).join(', '))}
              </span>
            )}
            <span className="sub cut">{reply.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

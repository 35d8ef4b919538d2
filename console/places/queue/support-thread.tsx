import { useEffect, useRef } from 'react'
import { QuickActionButton } from '#console/act/quick-action-button.tsx'
import { uidText } from '#console/client/display.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Age, Moment } from '#console/list/age.tsx'
import { AlsoHere, Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import type { RepliesText } from '#console/text/en/replies.ts'
import { Pictures } from './pictures.tsx'
import { PersonBeside } from './person-beside.tsx'
import { Assignment } from './assignment.tsx'
import { ReplyBox } from './reply-box.tsx'
import { Tags } from './tags.tsx'
import { useThreadKeys } from './use-thread-keys.ts'

type Thread = Output<'messages.show'>
type Props = { readonly t: QueueText; readonly w: RepliesText; readonly user: string }

export function SupportThread({ t, w, user }: Props) {
  const thread = useRead('messages.show', { user }, { every: 15_000 })
  const box = useThreadKeys()
  return (
    <div className="beside" ref={box}>
      <Reading of={thread}>{(data) => <Opened t={t} w={w} thread={data} />}</Reading>
      <PersonBeside t={t} user={user} />
    </div>
  )
}

function Opened({ t, w, thread }: { t: QueueText; w: RepliesText; thread: Thread }) {
  const { talk } = t
  const me = useMe()
  const { uid, state, waits, address, language, assignedTo, takenBy, tags } = thread
  const user = String(uid)
  return (
    <Panel
      title={talk.of(uidText(uid))}
      note={
        state === 'open' && waits !== null ? (
          <>
            {talk.waits} <Age since={waits} />
          </>
        ) : (
          state !== null && talk.states[state]
        )
      }
      aside={
        <>
          <AlsoHere place="people" id={user} />
          {state === 'solved' ? (
            <QuickActionButton name="messages.reopen" given={{ user }} label={talk.reopen} />
          ) : (
            state !== null && <QuickActionButton name="messages.close" given={{ user }} label={talk.close} />
          )}
        </>
      }
    >
      <div className="in stack">
        <Entries t={t} thread={thread} />
        {state !== null && state !== 'solved' && (
          <>
            <div className="bar">
              {takenBy === null && assignedTo !== null && <span className="dim">{w.assignedTo(assignedTo)}</span>}
              <Assignment
                t={t}
                of={thread}
                renderAct={(isMine) => (
                  <QuickActionButton
                    name="messages.take"
                    given={{ user }}
                    label={isMine ? talk.longer : talk.take}
                    pressKey="t"
                  />
                )}
              />
              {assignedTo === me.name && (
                <QuickActionButton name="messages.take" given={{ user, leave: true }} label={w.leave} />
              )}
            </div>
            <Tags w={w} user={user} tags={tags} />
          </>
        )}
        <h3>{talk.answer}</h3>
        <p className="faint">
          {address === null ? talk.inAccount : talk.byMail(address)} {talk.in(languageName(language, talk))}
        </p>
        <ReplyBox w={w} thread={thread} />
        <p className="faint keyhint">
          {talk.keys} {w.keys}
        </p>
      </div>
    </Panel>
  )
}

const languageName = (language: string, { languages }: QueueText['talk']): string => languages[language] ?? language

function Entries({ t, thread: { entries, more } }: { t: QueueText; thread: Thread }) {
  const { talk } = t
  const list = useRef<HTMLOListElement>(null)
  const newest = entries.at(-1)?.id
  useEffect(() => {
    const element = list.current
    if (element) element.scrollTop = element.scrollHeight
  }, [newest])
  if (entries.length === 0) return <p className="faint">{talk.silent}</p>
  return (
    <>
      {more && <p className="faint">{talk.older}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <ol className="talk" ref={list} tabIndex={0} aria-label={talk.entries} aria-live="polite">
        {entries.map(({ id, at, from, text, images, via }) => (
          <li key={id} className={from === 'customer' ? undefined : 'own'}>
            <p>
              <b>{from === 'customer' ? talk.customer : from}</b>{' '}
              <span className="faint">
                <Moment at={at} />
              </span>{' '}
              {via !== 'account' && <span className={via === 'mail' ? 'tag' : 'tag stop'}>{talk.via[via]}</span>}
            </p>
            {text !== '' && <p className="said">{text}</p>}
            <Pictures t={t} images={images} />
          </li>
        ))}
      </ol>
    </>
  )
}

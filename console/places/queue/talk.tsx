import { useEffect, useRef } from 'react'
import { ActPanel } from '#console/act/act-panel.tsx'
import { QuickActionButton } from '#console/act/quick-action-button.tsx'
import { uidText } from '#console/client/display.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Age, Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/reading.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Pictures } from './pictures.tsx'
import { PersonBeside } from './person-beside.tsx'
import { Assignment } from './assignment.tsx'
import { useTalkKeys } from './use-talk-keys.ts'

type Thread = Output<'messages.show'>
type Props = { readonly t: QueueText; readonly user: string }

export function Talk({ t, user }: Props) {
  const thread = useRead('messages.show', { user }, { every: 15_000 })
  const box = useTalkKeys()
  return (
    <div className="beside" ref={box}>
      <Reading of={thread}>{(data) => <Opened t={t} thread={data} />}</Reading>
      <PersonBeside t={t} user={user} />
    </div>
  )
}

function Opened({ t, thread }: { t: QueueText; thread: Thread }) {
  const { talk } = t
  const { uid, state, waits, address, language, entries } = thread
  const user = String(uid)
  const last = entries.at(-1)?.id
  return (
    <Panel
      title={talk.of(uidText(uid))}
      note={
        <>
          {state === 'waiting' && waits !== null && (
            <>
              {talk.waits} <Age since={waits} />
            </>
          )}
          {state === 'answered' && talk.answered}
          {state === 'closed' && talk.closed}
        </>
      }
      aside={
        state === 'closed' ? (
          <QuickActionButton name="messages.reopen" given={{ user }} label={talk.reopen} />
        ) : (
          state !== null && <QuickActionButton name="messages.close" given={{ user }} label={talk.close} />
        )
      }
    >
      <div className="in stack">
        <Entries t={t} thread={thread} />
        {state !== null && state !== 'closed' && (
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
        )}
        <h3>{talk.answer}</h3>
        <p className="faint">
          {address === null ? talk.inAccount : talk.byMail(address)} {talk.in(languageName(language, talk))}
        </p>
        <ActPanel name="messages.answer" given={{ user, last }} about={user} />
        <p className="faint keyhint">{talk.keys}</p>
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

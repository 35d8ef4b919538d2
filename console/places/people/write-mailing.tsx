import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ConsoleOutcome } from '#shared/console.ts'
import { Outcome } from '#console/act/outcome.tsx'
import { DeniedReason } from '#console/act/denied-reason.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { clockText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import '#console/list/desk.css'
import { Head } from '#console/frame/head.tsx'
import { Icon } from '#console/frame/icon.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { Audience } from './audience.tsx'
import { dropDraft } from './mailing-drafts.ts'
import { MailPreview } from './mail-preview.tsx'
import { MailingWords } from './mailing-words.tsx'
import { SendMailing } from './send-mailing.tsx'
import { useMailingDraft } from './use-mailing-draft.ts'
import { useMailingInput } from './use-mailing-input.ts'

export default function WriteMailing({ t }: { t: MailingsText }) {
  const { role } = useMe()
  const [{ draft }, setAddress] = useAddressValues()
  useEffect(() => {
    if (!draft) setAddress({ draft: crypto.randomUUID() })
  }, [draft, setAddress])
  if (!mayDo(role, 'mailings.send')) return <DeniedReason name="mailings.send" />
  return draft ? <Desk key={draft} t={t} id={draft} /> : null
}

function Desk({ t, id }: { t: MailingsText; id: string }) {
  const { name: who } = useMe()
  const [attempted, setAttempted] = useState(false)
  const [wide, setWide] = useState(false)
  const [done, setDone] = useState<ConsoleOutcome | null>(null)
  // The draft is deleted after sending, but kept if sending became a proposal: that may be refused and needs editing.
  const { draft, isKept, set, note, drop } = useMailingDraft(who, id, done !== null && !done.proposal)
  const input = useMailingInput(draft.values, attempted)
  const { values, savedAt } = draft
  return (
    <div className="stack">
      <Head
        title={values.name || t.title}
        about={
          <span role="status">
            {savedAt === '' ? t.notKept : isKept ? t.kept(clockText(new Date(savedAt))) : t.noRoom}
          </span>
        }
        crumb={<Crumb t={t} />}
      >
        {savedAt !== '' && !done && (
          <button
            type="button"
            className="btn q"
            onClick={() => {
              drop()
              setAttempted(false)
            }}
          >
            {t.drop}
          </button>
        )}
      </Head>
      {done ? (
        <>
          <Outcome name="mailings.send" answer={done} />
          <p className="bar">
            <Link className="btn q" to="/console/people/mailings">
              {t.list}
            </Link>
            <Link className="btn q" to="/console/people/mailings/new">
              {t.another}
            </Link>
          </p>
        </>
      ) : (
        <div className={wide ? 'desk wide' : 'desk'}>
          <div className="stack">
            <MailingWords
              t={t}
              draft={draft}
              input={input}
              set={set}
              onMissing={() => setAttempted(true)}
              onTested={note}
            />
            <Audience t={t} draft={draft} input={input} set={set} />
          </div>
          <div className="stack">
            <MailPreview t={t} values={values} wide={wide} onWide={setWide} />
            <SendMailing
              t={t}
              draft={draft}
              input={input}
              onDone={(answer) => {
                if (!answer.proposal) dropDraft(who, id)
                setDone(answer)
              }}
            />
          </div>
        </div>
      )}
    </div>
  )
}

function Crumb({ t }: { t: MailingsText }) {
  const { t: shell } = useSpoken()
  return (
    <>
      <Link to="/console/people">{shell.places.people}</Link>
      <Icon name="next" small />
      <Link to="/console/people/mailings">{t.list}</Link>
    </>
  )
}

import { Link, useNavigate, useParams } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { personAddress } from '#console/client/addresses.ts'
import { countText, uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import '#console/list/desk.css'
import { Head } from '#console/frame/head.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import { beginDraft, isMailingActive, isMailingFinished, pollIntervalMs } from './mailing-drafts.ts'
import { MailPreview } from './mail-preview.tsx'

type Shown = Output<'mailings.show'>
const tags: Readonly<Partial<Record<Shown['state'], string>>> = { done: 'tag ok', sending: 'tag info', stopped: 'tag' }

export default function ShowMailing({ t }: { t: MailingsText }) {
  const { mailing = '' } = useParams()
  const read = useRead('mailings.show', { mailing }, { every: pollIntervalMs })
  return <Reading of={read}>{(shown) => <Mailing t={t} mailing={shown} />}</Reading>
}

function Mailing({ t, mailing }: { t: MailingsText; mailing: Shown }) {
  const { t: shell } = useSpoken()
  const { value } = useVocabulary()
  const { role, name: who } = useMe()
  const navigate = useNavigate()
  const { id, state, words } = mailing
  const copy = () => {
    if (!words) return
    void navigate({ pathname: '/console/people/mailings/new', hash: `draft=${beginDraft(who, words)}` })
  }
  return (
    <div className="stack">
      <Head
        title={mailing.name}
        about={
          <span className="bar">
            <span className={tags[state] ?? 'tag hold'}>{value(state)}</span>
            <span>
              {t.from} <Moment at={mailing.at} />
            </span>
            <span>{t.perMinute(countText(mailing.perMinute))}</span>
            <span>{mailing.by}</span>
          </span>
        }
        crumb={
          <>
            <Link to="/console/people">{shell.places.people}</Link>
            <Icon name="next" small />
            <Link to="/console/people/mailings">{t.list}</Link>
          </>
        }
      >
        {isMailingActive(mailing) && <ActOf name="mailings.pause" given={{ mailing: id }} look="quiet" />}
        {state === 'paused' && <ActOf name="mailings.resume" given={{ mailing: id }} look="plate" />}
        {!isMailingFinished(mailing) && <ActOf name="mailings.stop" given={{ mailing: id }} look="quiet" />}
        {words && mayDo(role, 'mailings.send') && (
          <button type="button" className="btn q" onClick={copy}>
            {t.copy}
          </button>
        )}
      </Head>
      <Progress t={t} mailing={mailing} />
      <div className="desk">
        <Panel title={t.refused}>
          <Refused t={t} rows={mailing.refused} />
        </Panel>
        {words ? (
          <MailPreview t={t} values={words} wide={false} />
        ) : (
          <Panel title={t.words}>
            <p className="in">{t.legal}</p>
          </Panel>
        )}
      </div>
    </div>
  )
}

function Progress({ t, mailing }: { t: MailingsText; mailing: Shown }) {
  const { queued, sent, failed, skipped, unsubscribed, people, perMinute } = mailing
  const walked = queued + sent + failed + skipped
  // Total number of recipients. People may subscribe after the start, so the total is at least the number already
  // processed.
  const all = isMailingFinished(mailing) ? walked : Math.max(people ?? 0, walked)
  const { figures } = t
  const shown = [
    { id: 'sent', label: figures.sent, count: sent, note: '' },
    { id: 'queued', label: figures.queued, count: queued, note: '' },
    { id: 'failed', label: figures.failed, count: failed, note: '' },
    { id: 'skipped', label: figures.skipped, count: skipped, note: t.skippedWhy },
    {
      id: 'unsubscribed',
      label: figures.unsubscribed,
      count: unsubscribed,
      note: sent > 0 ? t.ofSent(`${(Math.round((unsubscribed / sent) * 1_000) / 10).toFixed(1)} %`) : '',
    },
  ]
  const told = people === null && !isMailingFinished(mailing) ? t.ofUnknown(countText(walked)) : undefined
  return (
    <Panel
      title={t.progress}
      aside={
        <span role="status">
          {told ?? t.told(countText(walked), countText(all))}
          {isMailingActive(mailing) && all > walked && `, ${t.left(Math.ceil((all - walked) / perMinute))}`}
        </span>
      }
    >
      <div className="in">
        <progress
          className="gauge"
          max={Math.max(1, all)}
          value={isMailingFinished(mailing) ? Math.max(1, all) : walked}
        >
          {told ?? t.told(countText(walked), countText(all))}
        </progress>
      </div>
      <div className="figs bare">
        {shown.map(({ id, label, count, note }) => (
          <div className="fig" key={id}>
            <p className="t">{label}</p>
            <p className="v">{countText(count)}</p>
            <p className="c">{note}</p>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Refused({ t, rows }: { t: MailingsText; rows: Shown['refused'] }) {
  const { field, action } = useVocabulary()
  const none = action('mailings.show').output.properties?.refused?.none
  return (
    <DataTable
      caption={t.refused}
      rows={rows}
      keyOf={({ uid }) => uid}
      none={none}
      columns={[
        { id: 'uid', label: field('uid'), render: ({ uid }) => <Link to={personAddress(uid)}>{uidText(uid)}</Link> },
        { id: 'at', label: field('at'), render: ({ at }) => <Moment at={at} /> },
      ]}
    />
  )
}

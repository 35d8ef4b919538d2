import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import { beginDraft, dropDraft, readDrafts } from './mailing-drafts.ts'

const write = '/console/people/mailings/new'

export function Segments({ t }: { t: PeopleText }) {
  const { role, name: who } = useMe()
  const navigate = useNavigate()
  const writeTo = (segment: string) => void navigate({ pathname: write, hash: `draft=${beginDraft(who, { segment })}` })
  return (
    <ListPanel
      name="segments.list"
      input={{}}
      rowsOf="segments"
      aside={<ActOf name="segments.save" look="quiet" />}
      renderActions={({ name, filter }) => (
        <>
          <ActOf name="segments.save" given={{ name, ...filter }} />
          {mayDo(role, 'mailings.send') && (
            <button type="button" className="lnk" onClick={() => writeTo(name)}>
              {t.mailing.writeTo}
            </button>
          )}
          <ActOf name="segments.remove" given={{ segment: name }} />
        </>
      )}
    />
  )
}

export function Mailings({ t }: { t: PeopleText }) {
  const { role } = useMe()
  return (
    <>
      <Drafts t={t.mailing} />
      <ListPanel
        name="mailings.list"
        input={{}}
        rowsOf="items"
        without={['id', 'perMinute']}
        aside={
          mayDo(role, 'mailings.send') && (
            <Link className="btn" to={write}>
              {t.mailing.write}
            </Link>
          )
        }
        renderActions={({ id, state }) => (
          <>
            <Link className="lnk" to={`/console/people/mailings/${id}`}>
              {t.mailing.show}
            </Link>
            {(state === 'waiting' || state === 'sending') && <ActOf name="mailings.pause" given={{ mailing: id }} />}
            {state === 'paused' && <ActOf name="mailings.resume" given={{ mailing: id }} />}
            {state !== 'done' && state !== 'stopped' && <ActOf name="mailings.stop" given={{ mailing: id }} />}
          </>
        )}
      />
    </>
  )
}

function Drafts({ t }: { t: PeopleText['mailing'] }) {
  const { name: who } = useMe()
  const [drafts, setDrafts] = useState(() => readDrafts(who))
  if (drafts.length === 0) return null
  return (
    <Panel title={t.drafts} note={t.draftsNote}>
      <DataTable
        caption={t.drafts}
        rows={drafts}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'name',
            label: t.name,
            render: ({ id, values }) => (
              <Link to={`${write}#draft=${id}`}>
                {values.name || values.subjectEn || values.subjectZh || values.segment || t.untitled}
              </Link>
            ),
          },
          { id: 'saved', label: t.saved, render: ({ savedAt }) => <Moment at={savedAt} /> },
        ]}
        renderActions={({ id }) => (
          <button
            type="button"
            className="lnk stop"
            onClick={() => {
              dropDraft(who, id)
              setDrafts(readDrafts(who))
            }}
          >
            {t.drop}
          </button>
        )}
      />
    </Panel>
  )
}

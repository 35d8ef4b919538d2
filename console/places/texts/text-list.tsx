import { useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import type { RowOf } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'

export const kinds = ['announcement', 'faq', 'clause', 'page', 'mail'] as const
type Kind = (typeof kinds)[number]
type Row = RowOf<'content.list', 'texts'>

export function TextList({ t, kind }: { t: TextsText; kind: Kind }) {
  const read = useRead('content.list', {})
  const { role } = useMe()
  const { language } = useSpoken()
  return (
    <div className="stack">
      <Panel
        title={t.tabs[kind]}
        aside={
          kind === 'faq' && (
            <>
              <ActOf name="content.publish-samples" look="quiet" />
              <ActOf name="content.withdraw-samples" look="quiet" />
            </>
          )
        }
      >
        <Reading of={read}>
          {({ texts }) => (
            <DataTable
              caption={t.tabs[kind]}
              rows={texts.filter(({ text }) => text.startsWith(`${kind}/`))}
              keyOf={({ text }) => text}
              columns={[
                {
                  id: 'title',
                  label: t.list.title,
                  render: ({ text, titleEn, titleZh }) => (
                    <>
                      <Link to={`/console/texts/${text}`}>
                        {(language === 'en' ? titleEn || titleZh : titleZh || titleEn) || t.list.untitled}
                      </Link>{' '}
                      <span className="dim" lang={language === 'en' ? 'zh-CN' : 'en'}>
                        {language === 'en' ? titleZh : titleEn}
                      </span>
                      {kind === 'mail' && (
                        <>
                          {' '}
                          <code className="faint">{text.slice('mail/'.length)}</code>
                        </>
                      )}
                    </>
                  ),
                },
                { id: 'state', label: t.list.state, render: (row) => <State t={t.list} row={row} /> },
                { id: 'version', label: t.list.version, right: true, render: ({ version }) => version || '–' },
                {
                  id: 'saved',
                  label: t.list.saved,
                  render: ({ draftAt }) => (draftAt === null ? '–' : <Moment at={draftAt} />),
                },
              ]}
            />
          )}
        </Reading>
      </Panel>
      {kind !== 'mail' && mayDo(role, 'content.save-draft') && <NewText t={t.list} kind={kind} />}
    </div>
  )
}

function State({ t, row: { state, missing, draftBy } }: { t: TextsText['list']; row: Row }) {
  return (
    <span className="bar">
      <span className={state === 'public' ? 'tag ok' : 'tag'}>{t.states[state] ?? state}</span>
      {missing !== null && <span className="tag stop">{t.missing(missing)}</span>}
      {draftBy !== null && <span className="tag hold">{t.draft(draftBy)}</span>}
    </span>
  )
}

function NewText({ t, kind }: { t: TextsText['list']; kind: Kind }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const begin = (event: FormEvent) => {
    event.preventDefault()
    void navigate(`/console/texts/${kind}/${name}`)
  }
  return (
    <Panel title={t.newText}>
      <form className="in bar" method="post" onSubmit={begin}>
        <label htmlFor="new-text">{t.name}</label>
        <input
          id="new-text"
          className="in-t sel auto"
          required
          maxLength={80}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={t.nameHint}
          aria-describedby="new-text-hint"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn q">
          {t.begin}
        </button>
        <span className="faint" id="new-text-hint">
          {t.nameHint}
        </span>
      </form>
    </Panel>
  )
}

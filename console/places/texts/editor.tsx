import { useState, type KeyboardEvent } from 'react'
import { useParams } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { clockText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import '#console/list/desk.css'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { Checks } from './checks.tsx'
import { ClashPanel } from './clash-panel.tsx'
import { DiffView } from './diff-view.tsx'
import { EditorHead } from './editor-head.tsx'
import { Facts } from './facts.tsx'
import { FaultNote } from './fault-note.tsx'
import { FindingList } from './finding-list.tsx'
import { focusFinding, nextFinding } from './focus-finding.ts'
import { areFieldsEqual, type Fields } from './merge-fields.ts'
import { Preview } from './preview.tsx'
import { BothLanguages } from './both-languages.tsx'
import { useDraft, type Opened } from './use-draft.ts'
import { Versions } from './versions.tsx'
import './texts.css'

export default function Editor({ t }: { t: TextsText }) {
  const { kind = '', slug = '' } = useParams()
  const text = `${kind}/${slug}`
  const read = useRead('content.open', { text })
  return <Reading of={read}>{(opened) => <Desk key={text} t={t} kind={kind} text={text} opened={opened} />}</Reading>
}

type Props = {
  readonly t: TextsText
  readonly kind: string
  readonly text: string
  readonly opened: Opened
}

function Desk({ t, kind, text, opened }: Props) {
  const { role } = useMe()
  const { language } = useSpoken()
  const draft = useDraft(text, opened)
  const [wide, setWide] = useState(false)
  const readOnly = !mayDo(role, 'content.save-draft')
  const { fields, findings, server, state, set } = draft
  const faults = findings.filter(({ harmless }) => !harmless)
  const stillRight = readOnly ? null : () => set('stillRight', true)
  const onKey = (event: KeyboardEvent) => {
    const next =
      event.altKey && event.key === 'ArrowDown' ? nextFinding(faults.length > 0 ? faults : findings) : undefined
    const saves = (event.ctrlKey || event.metaKey) && event.key === 's'
    if (!next && !saves) return
    event.preventDefault()
    if (next) focusFinding(next)
    else void draft.save()
  }
  const said =
    state === 'saved'
      ? draft.savedAt
        ? t.editor.saved(clockText(draft.savedAt))
        : t.editor.notBegun
      : draft.clash
        ? t.editor.clashed
        : t.editor[state === 'away' ? 'refused' : state]
  const isNewer = server.version > 0 && opened.newest.some((each) => basisOf(server, each.language) !== each.version)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+S saves and Alt+↓ leads on wherever in the editor one is
    <div className="stack" onKeyDown={onKey}>
      <EditorHead
        t={t}
        kind={kind}
        text={text}
        opened={opened}
        isDraft={server.version > 0}
        title={(language === 'en' ? fields.titleEn : fields.titleZh) || text}
        said={said}
      >
        {server.version > 0 && (
          <ActOf
            name="content.discard-draft"
            given={{ text, expect: server.version }}
            look="quiet"
            onDone={() => void draft.meetServer()}
          />
        )}
        {opened.published && <ActOf name="content.withdraw" given={{ text }} look="quiet" />}
      </EditorHead>
      {readOnly && <Note kind="info">{t.editor.onlyRead}</Note>}
      {kind === 'mail' && <Note kind="info">{opened.published ? t.editor.mailOwn : t.editor.mailStandard}</Note>}
      {opened.isSample && server.version === 0 && state === 'saved' && (
        <Note kind="info">
          <p>{t.editor.sampleNote}</p>
          {!readOnly && (
            <button type="button" className="btn q" onClick={() => draft.takeBase(0, 0)}>
              {t.editor.useSample}
            </button>
          )}
        </Note>
      )}
      {state === 'away' && <Note kind="hold">{t.editor.away}</Note>}
      {draft.refusal && (
        <Note kind="stop" alert>
          {draft.refusal.message}
        </Note>
      )}
      {draft.joined && <Note kind="info">{t.editor.joined(draft.joined)}</Note>}
      {draft.clash && <ClashPanel t={t.editor} clash={draft.clash} fields={fields} onSettle={draft.settle} />}
      {isNewer && (
        <Note kind="hold">
          <p>{t.editor.newer}</p>
          <button
            type="button"
            className="btn q"
            onClick={() => draft.takeBase(newestOf(opened, 'en'), newestOf(opened, 'zh-CN'))}
          >
            {t.editor.takeBase}
          </button>
        </Note>
      )}
      {!readOnly && server.version > 0 && <FaultNote t={t} faults={faults} onStillRight={stillRight} />}
      <div className={wide ? 'desk wide' : 'desk'}>
        <div className="stack">
          <section className="panel" aria-label={t.editor.both}>
            <BothLanguages
              t={t}
              kind={kind}
              fields={fields}
              findings={findings}
              facts={opened.facts}
              readOnly={readOnly}
              set={set}
            />
            <Facts
              t={t}
              kind={kind}
              fields={fields}
              findings={findings}
              categories={opened.categories}
              readOnly={readOnly}
              set={set}
            />
            <footer className="stack">
              <FindingList t={t} findings={findings} onStillRight={stillRight} />
              <Checks t={t} fields={fields} findings={findings} />
              {!readOnly && <p className="faint">{t.editor.keys}</p>}
            </footer>
          </section>
          <Panel title={t.editor.changes}>
            <Changes t={t} fields={fields} published={opened.published ?? opened.standard} />
          </Panel>
        </div>
        <div className="stack">
          <Preview t={t.editor} text={text} version={server.version} wide={wide} onWide={setWide} />
          <Publishing t={t.editor} kind={kind} text={text} draft={draft} />
        </div>
      </div>
      {opened.newest.length > 0 && <Versions t={t.editor} text={text} />}
    </div>
  )
}

const newestOf = (opened: Opened, language: string) =>
  opened.newest.find((each) => each.language === language)?.version ?? 0
const basisOf = ({ baseEn, baseZh }: { baseEn: number; baseZh: number }, language: string) =>
  language === 'en' ? baseEn : baseZh

function Changes({ t, fields, published }: { t: TextsText; fields: Fields; published: Fields | null }) {
  const { field } = useVocabulary()
  const keys = [
    'titleEn',
    'summaryEn',
    'markdownEn',
    'actionEn',
    'titleZh',
    'summaryZh',
    'markdownZh',
    'actionZh',
  ] as const
  const changed = keys.filter((key) => (published?.[key] ?? '').trim() !== (fields[key] ?? '').trim())
  if (changed.length === 0) return <p className="in faint">{t.editor.noChange}</p>
  return (
    <div className="in stack">
      {changed.map((key) => (
        <section key={key}>
          <h3>{field(key)}</h3>
          <DiffView before={published?.[key] ?? ''} after={fields[key] ?? ''} none={t.editor.noChange} />
        </section>
      ))}
    </div>
  )
}

type PublishingProps = {
  readonly t: TextsText['editor']
  readonly kind: string
  readonly text: string
  readonly draft: ReturnType<typeof useDraft>
}

/** Preview and button for publishing a text, enabled once everything is saved and without errors. */
function Publishing({ t, kind, text, draft }: PublishingProps) {
  const { role } = useMe()
  const { server, state, findings, fields } = draft
  if (!mayDo(role, 'content.publish-text')) return null
  const isOpen =
    state === 'saved' &&
    server.version > 0 &&
    areFieldsEqual(fields, server.fields) &&
    findings.every(({ harmless }) => harmless)
  return (
    <Panel title={t.publish}>
      <div className="in">
        {kind === 'clause' && role !== 'owner' ? (
          <p>{t.ownerOnly}</p>
        ) : isOpen ? (
          <ActPanel
            key={server.version}
            name="content.publish-text"
            given={{ text, expect: server.version }}
            onDone={() => void draft.meetServer()}
          />
        ) : (
          <p className="faint">{server.version === 0 && state === 'saved' ? t.nothing : t.waits}</p>
        )}
      </div>
    </Panel>
  )
}

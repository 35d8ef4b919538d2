import { useId, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { formatRefusal } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { useQuickAction } from '#console/client/use-quick-action.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { Note } from '#console/frame/note.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import en from '#console/text/en/dialogs.ts'
import zh from '#console/text/zh-CN/dialogs.ts'

type View = RowOf<'views.list', 'views'>
const texts = { en: en.views, 'zh-CN': zh.views }

export default function SavedViews({ onClose }: { onClose: () => void }) {
  const { language } = useSpoken()
  const t = texts[language]
  const list = useRead('views.list', {})
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <Keep />
        <Reading of={list}>
          {({ views }) =>
            views.length === 0 ? (
              <p className="faint">{t.none}</p>
            ) : (
              <ul className="stack tight">
                {views.map((view) => (
                  <Row key={view.id} view={view} onClose={onClose} />
                ))}
              </ul>
            )
          }
        </Reading>
      </div>
    </Dialog>
  )
}

/** Filters of a list for a saved view. Leaves out the record shown beside the list, which is no filter. */
function filtersOf(hash: string): string {
  const values = new URLSearchParams(hash.slice(1))
  values.delete('user')
  return values.size === 0 ? '' : `#${values.toString()}`
}

function Keep() {
  const { t: shell, language } = useSpoken()
  const t = texts[language]
  const { field } = useVocabulary()
  const { pathname, hash } = useLocation()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { busy, refused, press } = useQuickAction('views.save')
  const id = useId()
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    if (await press({ name: name.trim(), address: pathname + filtersOf(hash), shared })) setName('')
  }
  return (
    <form className="form" method="post" onSubmit={(event) => void keep(event)}>
      <div className="field">
        <label htmlFor={id}>{t.keep}</label>
        <input
          className="in-t"
          id={id}
          maxLength={60}
          autoComplete="off"
          value={name}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          {t.hint}
        </p>
      </div>
      <label className="flag">
        <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
        <span>{t.share}</span>
      </label>
      {refused && (
        <Note kind="stop" alert>
          {formatRefusal(refused, shell, field)}
        </Note>
      )}
      <div className="bar">
        <button type="submit" className="btn" disabled={busy}>
          {t.save}
        </button>
      </div>
    </form>
  )
}

function Row({ view, onClose }: { view: View; onClose: () => void }) {
  const { t: shell, language } = useSpoken()
  const t = texts[language]
  const { field } = useVocabulary()
  const [name, setName] = useState<string | null>(null)
  const rename = useQuickAction('views.rename')
  const remove = useQuickAction('views.remove')
  const refused = rename.refused ?? remove.refused
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name !== null && name.trim() !== '' && (await rename.press({ view: view.id, name: name.trim() }))) setName(null)
  }
  return (
    <li>
      {name === null ? (
        <div className="bar">
          <span className="grow">
            <Link className="lnk" to={view.address} onClick={onClose}>
              {view.name}
            </Link>
            {view.shared && <span className="sub">{view.own ? t.sharedByYou : t.sharedBy(view.by)}</span>}
          </span>
          {view.own && (
            <>
              <button
                type="button"
                className="lnk"
                aria-label={`${t.rename}: ${view.name}`}
                onClick={() => setName(view.name)}
              >
                {t.rename}
              </button>
              <button
                type="button"
                className="lnk stop"
                aria-label={`${t.remove}: ${view.name}`}
                disabled={remove.busy}
                onClick={() => void remove.press({ view: view.id })}
              >
                {t.remove}
              </button>
            </>
          )}
        </div>
      ) : (
        <form className="bar" method="post" onSubmit={(event) => void save(event)}>
          <label className="grow">
            <span className="vh">{t.newName(view.name)}</span>
            <input className="in-t" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          </label>
          <button type="submit" className="btn" disabled={rename.busy}>
            {t.save}
          </button>
        </form>
      )}
      {refused && (
        <Note kind="stop" alert>
          {formatRefusal(refused, shell, field)}
        </Note>
      )}
    </li>
  )
}

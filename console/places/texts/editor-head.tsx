import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { AlsoHere } from '#console/list/panel.tsx'
import { Head } from '#console/frame/head.tsx'
import { Icon } from '#console/frame/icon.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import type { Opened } from './use-draft.ts'

type Props = {
  readonly t: TextsText
  readonly kind: string
  readonly text: string
  readonly title: string
  readonly opened: Opened
  readonly isDraft: boolean
  readonly said: string
  readonly children: ReactNode
}

export function EditorHead({ t, kind, text, title, opened, isDraft, said, children }: Props) {
  const { t: shell } = useSpoken()
  const versions = opened.newest.map(({ version }) => version)
  const newest = Math.max(0, ...versions)
  const isToCome = opened.newest.some(({ state }) => state === 'scheduled')
  return (
    <Head
      title={title}
      about={
        <span className="bar">
          {isDraft && <span className="tag hold">{t.editor.versionDraft}</span>}
          {newest > 0 &&
            (opened.published ? (
              <span className="tag ok">{isToCome ? t.editor.toCome(newest) : t.editor.public(newest)}</span>
            ) : (
              <span className="tag">{t.editor.withdrawn}</span>
            ))}
          <span role="status">{said}</span>
          <AlsoHere place="texts" id={text} />
        </span>
      }
      crumb={
        <>
          <Link to="/console/texts">{shell.places.texts}</Link>
          <Icon name="next" small />
          <Link to={`/console/texts/${kind}`}>{(t.tabs as Readonly<Record<string, string>>)[kind] ?? kind}</Link>
          <Icon name="next" small />
          <code>{text.slice(kind.length + 1)}</code>
        </>
      }
    >
      {children}
    </Head>
  )
}

import { useId, useState, type FormEvent } from 'react'
import { formatRefusal } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { useQuickAction } from '#console/client/use-quick-action.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Icon } from '#console/frame/icon.tsx'
import { Note } from '#console/frame/note.tsx'
import type { RepliesText } from '#console/text/en/replies.ts'

type Props = { readonly w: RepliesText; readonly user: string; readonly tags: readonly string[] }

export function Tags({ w, user, tags }: Props) {
  const { t } = useSpoken()
  const { field } = useVocabulary()
  const used = useRead('messages.tags', {})
  const { busy, refused, press } = useQuickAction('messages.tag')
  const [typed, setTyped] = useState('')
  const id = useId()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '' && (await press({ user, tags: [...tags, typed] }))) setTyped('')
  }
  return (
    <>
      <form className="bar" onSubmit={(event) => void add(event)}>
        <span className="dim">{w.tags}</span>
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
            <button
              type="button"
              className="lnk"
              disabled={busy}
              aria-label={w.removeTag(tag)}
              onClick={() => void press({ user, tags: tags.filter((each) => each !== tag) })}
            >
              <Icon name="cross" small />
            </button>
          </span>
        ))}
        <input
          className="in-t sel auto"
          aria-label={w.addTag}
          placeholder={w.addTag}
          list={id}
          maxLength={30}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <datalist id={id}>
          {used.data?.tags
            .filter(({ tag }) => !tags.includes(tag))
            .map(({ tag }) => (
              <option key={tag}>{tag}</option>
            ))}
        </datalist>
        <button type="submit" className="btn q" disabled={busy}>
          {w.add}
        </button>
      </form>
      {refused && (
        <Note kind="stop" alert>
          {formatRefusal(refused, t, field)}
        </Note>
      )}
    </>
  )
}

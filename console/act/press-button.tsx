import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { sayRefusal } from '#console/client/console-error.ts'
import { useMe } from '#console/client/session.ts'
import { usePress } from '#console/client/use-press.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Input } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'

type Props<N extends ActName> = {
  readonly name: N
  readonly given: Input<N>
  readonly label: string
  readonly pressKey?: string
}

/** Button for a reversible action, run without preview. Hidden if the role may not run it. */
export function PressButton<N extends ActName>({ name, given, label, pressKey }: Props<N>) {
  const { t } = useSpoken()
  const { field } = useVocabulary()
  const { role } = useMe()
  const { busy, refused, press } = usePress(name)
  if (!mayDo(role, name)) return null
  return (
    <>
      <button
        type="button"
        className="btn q"
        disabled={busy}
        data-act={name}
        aria-keyshortcuts={pressKey?.toUpperCase()}
        data-key={pressKey}
        onClick={() => void press(given)}
      >
        {label}
      </button>
      {refused && (
        <Note kind="stop" alert>
          {sayRefusal(refused, t, field)}
        </Note>
      )}
    </>
  )
}

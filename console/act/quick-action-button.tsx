import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { formatRefusal } from '#console/client/console-error.ts'
import { useMe } from '#console/client/session.ts'
import { useQuickAction } from '#console/client/use-quick-action.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Input } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'

type Props<N extends ActName> = {
  readonly name: N
  readonly given: Input<N>
  readonly label: string
  readonly pressKey?: string
}

/** Button that runs a reversible action at once, without preview. Hidden if the role may not run it. */
export function QuickActionButton<N extends ActName>({ name, given, label, pressKey }: Props<N>) {
  const { t } = useSpoken()
  const { field } = useVocabulary()
  const { role } = useMe()
  const { busy, refused, press } = useQuickAction(name)
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
          {formatRefusal(refused, t, field)}
        </Note>
      )}
    </>
  )
}

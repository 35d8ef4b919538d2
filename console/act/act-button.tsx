import { allowedActionFor } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import type { ActName, Given } from '#console/client/wire.ts'
import { useDialogHost } from '#console/frame/dialog-host.tsx'
import { ActDialog } from './act-dialog.tsx'
import { isDestructive } from './is-destructive.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'

type Props<N extends ActName> = {
  readonly name: N
  /** Values of fields that the page already knows, so that the form does not ask for them. */
  readonly given?: Given<N>
  readonly label: string
  /** Look of the button: `plate` for page headers, `link` for rows. */
  readonly look?: 'plate' | 'quiet' | 'link'
  readonly onDone?: () => void
}

/**
 * Button that opens the dialog of an action, or of the action that only proposes it if the operator's role may not run
 * it. Hidden if the role may do neither.
 */
export function ActButton<N extends ActName>({ name, given, label, look = 'link', onDone }: Props<N>) {
  const { role } = useMe()
  const { show } = useDialogHost()
  const { t } = useSpoken()
  const act = allowedActionFor(role, name)
  if (act === undefined) return null
  const classes = { plate: 'btn', quiet: 'btn q', link: isDestructive(name) ? 'lnk stop' : 'lnk' }
  // Keeps the field values from the time of the click, because the row may be refetched behind the open dialog.
  const open = () =>
    show(<ActDialog name={act} {...(given && { given })} {...(onDone && { onDone })} onClose={() => show(null)} />)
  return (
    <button type="button" className={classes[look]} data-act={act} onClick={open}>
      {act === name ? label : t.askFor(label)}
    </button>
  )
}

/** `ActButton` with the name of the action as label; in rows a shorter one, because the list's title names the object. */
export function ActOf<N extends ActName>(props: Omit<Props<N>, 'label'>) {
  const { label, acting } = useVocabulary()
  const short = props.look === undefined ? acting.rows[props.name] : undefined
  return <ActButton {...props} label={short ?? label(props.name)} />
}

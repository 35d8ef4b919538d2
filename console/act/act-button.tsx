import { doneBy } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import type { ActName, Given } from '#console/client/wire.ts'
import { useDialogHost } from '#console/list/dialog-host.tsx'
import { ActDialog } from './act-dialog.tsx'
import { takesAway } from './takes-away.ts'

type Props<N extends ActName> = {
  readonly name: N
  /** Fields that are known here; they are not asked. */
  readonly given?: Given<N>
  readonly label: string
  /** A plate at the head of a page; else a link beside a row. */
  readonly look?: 'plate' | 'quiet' | 'link'
}

/** Opens an act in a dialog, or what asks for it; absent where the operator's role may do neither. */
export function ActButton<N extends ActName>({ name, given, label, look = 'link' }: Props<N>) {
  const { role } = useMe()
  const { show } = useDialogHost()
  const { t } = useSpoken()
  const act = doneBy(role, name)
  if (act === undefined) return null
  const classes = { plate: 'btn', quiet: 'btn q', link: takesAway(name) ? 'lnk stop' : 'lnk' }
  // What it was opened for stays: rows may be read anew behind an open dialog.
  const open = () => show(<ActDialog name={act} {...(given && { given })} onClose={() => show(null)} />)
  return (
    <button type="button" className={classes[look]} data-act={act} onClick={open}>
      {act === name ? label : t.askFor(label)}
    </button>
  )
}

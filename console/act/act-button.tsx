import { useState } from 'react'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import type { ActName, Given } from '#console/client/wire.ts'
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

/** Opens an act in a dialog; absent where the operator's role may not do it. */
export function ActButton<N extends ActName>({ name, given, label, look = 'link' }: Props<N>) {
  const { role } = useMe()
  // What it was opened for: rows may be read anew behind an open dialog.
  const [opened, setOpened] = useState<{ readonly given: Given<N> | undefined } | null>(null)
  if (!mayDo(role, name)) return null
  const classes = { plate: 'btn', quiet: 'btn q', link: takesAway(name) ? 'lnk stop' : 'lnk' }
  return (
    <>
      <button type="button" className={classes[look]} onClick={() => setOpened({ given })}>
        {label}
      </button>
      {opened && (
        <ActDialog name={name} {...(opened.given && { given: opened.given })} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

import { Dialog } from '#console/list/dialog.tsx'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Given } from '#console/client/wire.ts'
import { ActPanel } from './act-panel.tsx'

type Props<N extends ActName> = {
  readonly name: N
  readonly given?: Given<N>
  readonly onClose: () => void
}

/** Dialog with form, preview and confirmation of an action. */
export function ActDialog<N extends ActName>({ name, given, onClose }: Props<N>) {
  const { label } = useVocabulary()
  return (
    <Dialog title={[label(name), ...subjectsOf(given)].join(' · ')} onClose={onClose}>
      <ActPanel name={name} {...(given && { given })} />
    </Dialog>
  )
}

/** Subjects with readable names; ids are left out. */
const subjectsOf = (given: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.values(given).flatMap((value) =>
    (typeof value === 'string' && value.length <= 30) || typeof value === 'number' ? [String(value)] : [],
  )

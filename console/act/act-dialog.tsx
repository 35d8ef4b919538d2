import { Dialog } from '#console/frame/dialog.tsx'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Given } from '#console/client/wire.ts'
import { ActPanel } from './act-panel.tsx'

type Props<N extends ActName> = {
  readonly name: N
  readonly given?: Given<N>
  readonly onClose: () => void
  readonly onDone?: () => void
}

export function ActDialog<N extends ActName>({ name, given, onClose, onDone }: Props<N>) {
  const { label } = useVocabulary()
  return (
    <Dialog title={[label(name), ...subjectsOf(given)].join(' · ')} onClose={onClose}>
      <ActPanel name={name} {...(given && { given })} {...(onDone && { onDone })} />
    </Dialog>
  )
}

const subjectsOf = (given: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.values(given).flatMap((value) =>
    (typeof value === 'string' && value.length <= 30) || typeof value === 'number' ? [String(value)] : [],
  )

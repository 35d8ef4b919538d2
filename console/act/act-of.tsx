import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Given } from '#console/client/wire.ts'
import { ActButton } from './act-button.tsx'

type Props<N extends ActName> = {
  readonly name: N
  readonly given?: Given<N>
  readonly look?: 'plate' | 'quiet' | 'link'
}

export function ActOf<N extends ActName>(props: Props<N>) {
  const { label } = useVocabulary()
  return <ActButton {...props} label={label(props.name)} />
}

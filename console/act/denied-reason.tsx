import type { ActionName } from '#shared/contract/operator.ts'
import { actionTraits, isOnlyByCommand } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'

export function DeniedReason({ name }: { name: ActionName }) {
  const { t } = useSpoken()
  const { acting } = useVocabulary()
  const { role } = useMe()
  if (isOnlyByCommand(name)) return <Note kind="info">{acting.terminalOnly}</Note>
  return <Note kind="hold">{acting.roleNeeded(t.roles[actionTraits[name].role], t.roles[role])}</Note>
}

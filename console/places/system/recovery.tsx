import { ActPanel } from '#console/act/act-panel.tsx'
import { RoleRequired } from '#console/act/role-required.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function Recovery({ t }: { t: SystemText }) {
  const { role } = useMe()
  const { about } = useVocabulary()
  if (!mayDo(role, 'operators.reset-factor'))
    return <RoleRequired title={t.tabs.recovery} name="operators.reset-factor" />
  return (
    <Panel title={t.tabs.recovery}>
      <div className="in stack">
        <p>{t.recovery}</p>
        <p>{about('operators.reset-factor')}</p>
        <ActPanel name="operators.reset-factor" />
      </div>
    </Panel>
  )
}

import { ActPanel } from '#console/act/act-panel.tsx'
import { Closed } from '#console/act/closed.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { Panel } from '#console/list/panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export function Recovery({ t }: { t: SystemText }) {
  const { role } = useMe()
  if (!mayDo(role, 'operators.reset-factor')) return <Closed title={t.tabs.recovery} name="operators.reset-factor" />
  return (
    <Panel title={t.tabs.recovery}>
      <div className="in stack">
        <ol className="stack">
          {t.recovery.map((step, index) => (
            <li key={step}>
              {index + 1}. {step}
            </li>
          ))}
        </ol>
        <ActPanel name="operators.reset-factor" />
      </div>
    </Panel>
  )
}

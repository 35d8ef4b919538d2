import type { ActionName } from '#shared/contract/operator.ts'
import { Panel } from '#console/list/panel.tsx'
import { DeniedReason } from './denied-reason.tsx'

/** Page that the operator's role may not open. Says which role may, so that a colleague's link is understood. */
export const RoleRequired = ({ title, name }: { title: string; name: ActionName }) => (
  <Panel title={title}>
    <div className="in">
      <DeniedReason name={name} />
    </div>
  </Panel>
)

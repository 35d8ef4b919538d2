import type { ActionName } from '#shared/contract/operator.ts'
import { Panel } from '#console/list/panel.tsx'
import { DeniedReason } from './denied-reason.tsx'

/**
 * Page shown instead of one that the operator's role may not open. It names the required role, so that a link from a
 * colleague is understood.
 */
export const RoleRequired = ({ title, name }: { title: string; name: ActionName }) => (
  <Panel title={title}>
    <div className="in">
      <DeniedReason name={name} />
    </div>
  </Panel>
)

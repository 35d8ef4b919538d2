import { Link } from 'react-router'
import { approvalAddress } from '#console/client/addresses.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export const Approvals = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="approvals.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    renderActions={({ id }) => (
      <Link className="lnk" to={approvalAddress(id)}>
        {t.show}
      </Link>
    )}
  />
)

import { Link } from 'react-router'
import { actionAddress } from '#console/client/addresses.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'

export const Errors = ({ t }: { t: SystemText }) => (
  <ListPanel
    name="errors.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    renderActions={({ id }) => (
      <Link className="lnk" to={actionAddress('errors.show', { id })}>
        {t.show}
      </Link>
    )}
  />
)

import { Link } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { Icon } from '#console/list/icon.tsx'

const everyMs = 60_000
/** What the server counts to. */
const most = 1_000

/** How many alerts no one is at, on every page; it leads to them. */
export function AlertBell() {
  const { t } = useSpoken()
  const open = useRead('alerts.count', {}, { every: everyMs }).data?.openAlerts ?? 0
  const count = open >= most ? '1,000+' : String(open)
  const label = open === 0 ? t.noAlerts : t.alerts(count)
  return (
    <Link className="btn q ic bell" to="/console/system/alerts" title={label} aria-label={label}>
      <Icon name="bell" small />
      {open > 0 && <span aria-hidden="true">{open > 99 ? '99+' : open}</span>}
    </Link>
  )
}

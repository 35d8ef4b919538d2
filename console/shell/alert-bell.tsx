import { Link } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { countText, useLiveCounts } from '#console/client/use-live.ts'
import { useRead } from '#console/client/use-read.ts'
import { Icon } from '#console/frame/icon.tsx'

const everyMs = 60_000

export function AlertBell() {
  const { t } = useSpoken()
  const live = useLiveCounts().alerts
  // Polls the number of alerts while the event stream has sent none, because some browsers get no stream.
  const asked = useRead('alerts.count', {}, { every: everyMs, enabled: live === undefined }).data?.openAlerts
  const open = live ?? asked ?? 0
  const count = countText(open)
  const label = count === undefined ? t.noAlerts : t.alerts(count)
  return (
    <Link className="btn q ic bell" to="/console/system/alerts" title={label} aria-label={label}>
      <Icon name="bell" small />
      {open > 0 && <span aria-hidden="true">{open > 99 ? '99+' : open}</span>}
    </Link>
  )
}

import { zoneText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'

/** Local time with its UTC offset. The console shows all times in local time. */
export function Clock() {
  const { t } = useSpoken()
  const date = new Date(useNow(10_000))
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  return <span className="live wide">{t.clock(time, zoneText(date))}</span>
}

import { useQuery } from '@tanstack/react-query'
import { useSpoken } from '#console/client/language.ts'
import { meQuery, useMe } from '#console/client/session.ts'
import { useNow } from '#console/client/use-now.ts'
import { Icon } from '#console/frame/icon.tsx'

export function FactorCountdown() {
  const { t } = useSpoken()
  const { factorUntil, now } = useMe()
  const { dataUpdatedAt } = useQuery(meQuery)
  const here = useNow(1_000)
  const serverNow = new Date(now).getTime() + Math.max(0, here - dataUpdatedAt)
  const left = factorUntil === null ? 0 : Math.floor((new Date(factorUntil).getTime() - serverNow) / 1_000)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <span className={left > 0 ? 'step wide' : 'step not wide'}>
      <Icon name="key" small />
      {left > 0 ? t.factorLeft(time) : t.factorAsked}
    </span>
  )
}

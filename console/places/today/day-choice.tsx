import { useAddressValues } from '#console/client/address-values.ts'
import { Segments } from '#console/list/segments.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

export const choices = [1, 7, 30] as const
type Days = (typeof choices)[number]

export type DaySpan = { readonly now: string; readonly before: string; readonly daysBack: number }

export const spanOf = (t: TodayText, days: number): DaySpan => ({
  ...(days === 1 ? { now: t.today, before: t.before } : { now: t.days(days), before: t.soManyBefore(days) }),
  daysBack: Math.max(7, days),
})

/** Number of days in the loaded figures. Labels use this number, because the chosen period may still be loading. */
export const daysIn = ({ from, until }: { readonly from: string; readonly until: string }): number =>
  Math.floor((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1

export function DayChoice({ t, days }: { t: TodayText; days: Days }) {
  const [, change] = useAddressValues()
  const options = choices.map((value) => ({ value, label: spanOf(t, value).now }))
  return (
    <Segments
      label={t.shownDays}
      options={options}
      chosen={days}
      onChoose={(value) => change({ days: value === 1 ? undefined : String(value) })}
    />
  )
}

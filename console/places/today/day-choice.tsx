import { useAddressValues } from '#console/client/address-values.ts'
import { Segments } from '#console/list/segments.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { choices, spanOf, type Days } from './day-span.ts'

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

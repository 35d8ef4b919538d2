import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import type { Difference } from './upgrade-ways.tsx'

/** Which time changes its number of devices with this purchase, and to how many days. */
export type Conversion = {
  readonly converted: 'nothing' | 'remaining' | 'bought'
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
}

/** Said before anyone pays: time of another number of devices counts at its value, not day for day. */
export function ConversionNote({
  t,
  preview,
  difference,
}: {
  readonly t: CheckoutTexts
  readonly preview: Conversion | undefined
  /** It is bought in place of a plan. */
  readonly difference: Difference | null
}) {
  const words = {
    nothing: null,
    remaining: t.convertsRemaining,
    bought: t.convertsBought,
  }[preview?.converted ?? 'nothing']
  return (
    <p className="small" role="status">
      {difference ? t.upgrade.keeps(difference) : preview && words ? words(preview) : ''}
    </p>
  )
}

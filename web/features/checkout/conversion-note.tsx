import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import styles from './checkout.module.css'
import type { Difference } from './upgrade-ways.tsx'

type Conversion = {
  readonly converted: 'nothing' | 'remaining' | 'bought'
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
}

type Props = {
  readonly t: CheckoutTexts
  readonly preview: Conversion | undefined
  /** Expected conversion while the preview loads. It is rendered invisibly to reserve the space. */
  readonly likely: Omit<Difference, 'priceMinor'> | null
  readonly difference: Difference | null
}

/**
 * Explains before payment what happens to remaining time for another number of devices: it is converted by its value,
 * not day for day. If only the difference is paid, it keeps its days.
 */
export function ConversionNote({ t, preview, likely, difference }: Props) {
  if (likely) {
    const words = likely.devicesAfter > likely.devicesBefore ? t.convertsRemaining : t.convertsBought
    return (
      <p className={`small ${styles.likely}`} role="status">
        {words({ ...likely, daysBefore: likely.days, daysAfter: likely.days })}
      </p>
    )
  }
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

import type { CheckoutTexts } from '#web/text/en/checkout.ts'

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
}: {
  readonly t: CheckoutTexts
  readonly preview: Conversion | undefined
}) {
  const words = {
    nothing: null,
    remaining: t.convertsRemaining,
    bought: t.convertsBought,
  }[preview?.converted ?? 'nothing']
  return (
    <p className="small" role="status">
      {preview && words ? words(preview) : ''}
    </p>
  )
}

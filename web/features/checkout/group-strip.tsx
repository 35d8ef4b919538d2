import { formatMoney, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { Icon } from '#ui/icon.tsx'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import type { GroupOffer } from '#web/payment/offer-prices.ts'
import styles from './group-strip.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly base: string
  readonly group: GroupOffer
  readonly currency: Currency
}

export function GroupStrip({ t, language, base, group, currency }: Props) {
  const price = formatMoney({ amountMinor: group.perPersonMinor, currency }, language, { whole: true })
  return (
    <a className={styles.strip} href={`${base}/group-buying`}>
      <svg viewBox="0 0 320 320" aria-hidden="true">
        <rect x="50" y="50" width="220" height="220" rx="22" transform="rotate(45 160 160)" fill="var(--mark)" />
        <rect
          x="60"
          y="60"
          width="200"
          height="200"
          rx="14"
          transform="rotate(45 160 160)"
          fill="none"
          stroke="#12221c"
          strokeWidth="8"
        />
        <g fill="none" stroke="#12221c" strokeWidth="20">
          <path d="M160 244V84M96 222c0-52 64-40 64-86M224 222c0-52-64-40-64-86" />
          <path d="m122 118 38-40 38 40" />
        </g>
      </svg>
      <span>
        <b>{t.groupTitle(group.offer.name, price)}</b>
        <span className="small dim">{t.groupText}</span>
      </span>
      <Icon name="arrow" />
    </a>
  )
}

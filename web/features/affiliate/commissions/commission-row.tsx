import { useId, useState } from 'react'
import { formatRate } from '#shared/affiliate-terms.ts'
import { Icon } from '#ui/icon.tsx'
import { displayDate } from '#web/display/display-date.ts'
import {
  amountText,
  signedAmountText,
  uidText,
  type DashboardProps,
} from '#web/features/affiliate/base/affiliate-words.ts'
import type { Commission } from '#web/features/affiliate/base/affiliate.queries.ts'
import { TraceOf } from './trace.tsx'
import styles from './commissions.module.css'

type Props = DashboardProps & { readonly row: Commission; readonly now: number }

const tagOf: Record<Commission['state'], string> = {
  held: 'hold',
  review: 'hold',
  payable: 'info',
  settling: 'info',
  paid: 'ok',
}

function stateText({ t, language }: DashboardProps, row: Commission): string {
  const { states } = t.commissions
  if (row.reverses !== null) return t.commissions.reversal
  return row.state === 'held' ? states.held(displayDate(row.heldUntil, language)) : states[row.state]
}

export function CommissionRow({ t, language, row, now }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const words = t.commissions
  const amount = signedAmountText(row.referAmount, row.currency, language)
  return (
    <>
      <tr className={open ? styles.opened : undefined}>
        <td data-l={words.date}>{displayDate(row.date, language)}</td>
        <td data-l={words.uid} className="num">
          {row.referredUid === null ? words.gone : uidText(row.referredUid)}
        </td>
        <td data-l={words.package}>{row.package}</td>
        <td data-l={words.paid} className="num">
          {amountText(row.amountPaidMinor, row.amountPaidCurrency, language)}
        </td>
        <td data-l={words.type}>{words.types[row.type]}</td>
        <td data-l={words.rate} className="num r">
          {formatRate(row.referRate)}
        </td>
        <td data-l={words.amount} className="num r">
          <button
            type="button"
            className={`${styles.toggle} ${row.referAmount < 0 ? styles.negative : ''}`}
            aria-label={words.trace(amount)}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {amount}
            <Icon name="down" />
          </button>
        </td>
        <td data-l={words.status}>
          <span className={`tag ${row.reverses === null ? tagOf[row.state] : 'stop'}`}>
            {stateText({ t, language }, row)}
          </span>
          {row.reserveLeftMinor > 0 && row.reserveState === 'kept' && row.reserveUntil !== null && (
            <span className={`small dim ${styles.note}`}>
              {words.reserveKept(
                amountText(row.reserveLeftMinor, row.currency, language),
                displayDate(row.reserveUntil, language),
              )}
            </span>
          )}
          {row.reversedMinor > 0 && (
            <span className={`small ${styles.negative} ${styles.note}`}>
              {words.partlyReversed(amountText(row.reversedMinor, row.currency, language))}
            </span>
          )}
        </td>
      </tr>
      {open && (
        <tr className={styles.more} id={id}>
          <td colSpan={8}>
            <TraceOf t={t} language={language} id={row.id} now={now} />
          </td>
        </tr>
      )}
    </>
  )
}

import '#ui/textual.css'
import { Fragment, useState } from 'react'
import { displayDate, displayMoment } from '#web/display/display-date.ts'
import { chainNames } from './payouts/chains.ts'
import { amountText, monthText, type DashboardProps } from './base/affiliate-words.ts'
import type { Overview, Terms } from './base/affiliate.queries.ts'
import { PayoutAddress } from './payouts/payout-address.tsx'
import styles from './balances.module.css'

type Props = DashboardProps & { readonly terms: Terms; readonly overview: Overview }

export function Balances({ t, language, terms, overview }: Props) {
  const [editing, setEditing] = useState(false)
  const { nextPayout, balance, payoutAddress } = overview
  const words = t.sums
  const text = (minor: number) => amountText(minor, terms.currency, language)
  const whole = text(terms.minPayoutMinor).replace(/\.00$/, '')
  return (
    <>
      <div className={styles.sums}>
        <div className={`plate ${styles.next}`}>
          {nextPayout.missingMinor === 0 && <span className="tab up">{words.over(whole)}</span>}
          <h2>{words.next(displayDate(Date.parse(nextPayout.closesOn), language, { timeZone: 'UTC' }))}</h2>
          <p className={`num ${styles.large}`}>{text(nextPayout.amountMinor)}</p>
          {nextPayout.missingMinor > 0 && (
            <>
              <progress aria-hidden="true" max={terms.minPayoutMinor} value={Math.max(0, nextPayout.amountMinor)} />
              <p>{words.missing(text(nextPayout.missingMinor), whole)}</p>
            </>
          )}
          {nextPayout.amountMinor < 0 && <p className="dim">{words.carried}</p>}
          <p className={`dim ${styles.where}`}>
            {payoutAddress
              ? words.to(payoutAddress.address.slice(-4), chainNames[payoutAddress.chain])
              : words.noAddress}
            <button
              type="button"
              className={`textual ${styles.change}`}
              aria-label={payoutAddress ? words.changeAddressLabel : undefined}
              onClick={() => setEditing(true)}
            >
              {payoutAddress ? words.changeAddress : words.addAddress}
            </button>
          </p>
          {payoutAddress?.restsUntil && (
            <p className="small">{t.address.rests(displayMoment(payoutAddress.restsUntil, language))}</p>
          )}
          {payoutAddress?.isShared && <p className="small">{t.address.shared}</p>}
        </div>
        <div className={styles.box}>
          <h2>{words.held}</h2>
          <p className={`num ${styles.medium}`}>{text(balance.heldMinor)}</p>
          <p className="small dim">{words.heldText}</p>
          {balance.reservedMinor !== 0 && (
            <dl className={styles.reserve}>
              <dt>{words.reserved}</dt>
              <dd className="num">{text(balance.reservedMinor)}</dd>
              {overview.reserves.map(({ month, minor }) => (
                <Fragment key={month}>
                  <dt className="small dim">{words.reservedUntil(monthText(month, language, { year: true }))}</dt>
                  <dd className="small dim num">{text(minor)}</dd>
                </Fragment>
              ))}
            </dl>
          )}
        </div>
        <div className={styles.box}>
          <h2>{words.paid}</h2>
          <p className={`num ${styles.medium}`}>{text(balance.paidMinor)}</p>
          <p className="small dim">
            {balance.settlingMinor > 0 ? words.settling(text(balance.settlingMinor)) : words.paidText}
          </p>
        </div>
      </div>
      {editing && <PayoutAddress t={t} language={language} address={payoutAddress} onClose={() => setEditing(false)} />}
    </>
  )
}

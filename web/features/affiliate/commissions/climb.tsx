import { useInfiniteQuery } from '@tanstack/react-query'
import type { Currency } from '#shared/money.ts'
import { Empty } from '#ui/empty.tsx'
import { Table } from '#ui/table.tsx'
import { ClimbChart } from './climb-drawing.tsx'
import { amountText, monthText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { settlementsQuery, type Overview } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './climb.module.css'
import section from '#web/features/affiliate/base/section.module.css'

type Props = DashboardProps & { readonly currency: Currency; readonly months: Overview['months'] }

/** Commission by month, drawn and as a table, with the payouts where they left. */
export function Climb({ t, language, currency, months }: Props) {
  const { data } = useInfiniteQuery(settlementsQuery)
  const words = t.climb
  const text = (minor: number) => amountText(minor, currency, language)
  const paidIn = new Map<string, number>()
  for (const { state, payoutDate, amountMinor } of data?.pages.flatMap(({ list }) => list) ?? []) {
    if (state !== 'paid' || payoutDate === null) continue
    const month = new Date(payoutDate).toISOString().slice(0, 7)
    paidIn.set(month, (paidIn.get(month) ?? 0) + amountMinor)
  }
  const earned = months.reduce((sum, { firstMinor, renewalMinor }) => sum + firstMinor + renewalMinor, 0)
  const [first, last] = [months[0], months.at(-1)]
  return (
    <section className={section.section} aria-labelledby="affiliate-climb">
      <div className={section.head}>
        <h2 id="affiliate-climb">{words.title}</h2>
        {earned > 0 && (
          <ul className={`small dim ${styles.legend}`} aria-hidden="true">
            <li className={styles.first}>{words.first}</li>
            <li className={styles.renewal}>{words.renewal}</li>
            <li className={styles.payout}>{words.payouts}</li>
          </ul>
        )}
      </div>
      {earned === 0 || !first || !last ? (
        <Empty title={words.empty} text={words.emptyText} />
      ) : (
        <>
          <ClimbChart
            label={words.describe(
              monthText(first.month, language, { year: true }),
              monthText(last.month, language, { year: true }),
              text(earned),
            )}
            language={language}
            currency={currency}
            months={months}
            paidIn={paidIn}
          />
          <details className={styles.more}>
            <summary className="link">{words.table}</summary>
            <Table heads={[words.month, words.first, words.renewal, words.reversed, words.payout]}>
              {months.toReversed().map(({ month, firstMinor, renewalMinor, reversedMinor }, index) => {
                const name = monthText(month, language, { year: true })
                return (
                  <tr key={month}>
                    <td data-label={words.month}>{index === 0 ? words.running(name) : name}</td>
                    <td data-label={words.first} className="num">
                      {text(firstMinor)}
                    </td>
                    <td data-label={words.renewal} className="num">
                      {text(renewalMinor)}
                    </td>
                    <td data-label={words.reversed} className="num">
                      {text(-reversedMinor)}
                    </td>
                    <td data-label={words.payout} className="num">
                      {text(paidIn.get(month) ?? 0)}
                    </td>
                  </tr>
                )
              })}
            </Table>
          </details>
        </>
      )}
    </section>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Table } from '#ui/table.tsx'
import { Listing } from '#web/display/listing.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { chainNames } from './chains.ts'
import { amountText, monthText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { settlementsQuery, type Settlement, type Terms } from '#web/features/affiliate/base/affiliate.queries.ts'
import { TransactionHash } from '#web/features/affiliate/commissions/transaction-hash.tsx'
import { CopyHash } from '#web/features/affiliate/commissions/copy-hash.tsx'
import styles from '#web/features/affiliate/base/records.module.css'

const tagOf: Record<Settlement['state'], string> = { prepared: 'hold', approved: 'info', paid: 'ok', cancelled: '' }

export function Settlements({ t, language, terms }: DashboardProps & { readonly terms: Terms }) {
  const { data, ...query } = useInfiniteQuery(settlementsQuery)
  const words = t.settlements
  const minimum = amountText(terms.minPayoutMinor, terms.currency, language).replace(/\.00$/, '')
  return (
    <Listing
      t={t}
      query={{ ...query, rows: data?.pages.flatMap(({ list }) => list) }}
      empty={{ title: words.empty, text: words.emptyText(minimum) }}
    >
      {(rows) => (
        <Table heads={[words.date, words.period, words.amount, words.hash, words.status]} className={styles.table}>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label={words.date}>
                {row.payoutDate === null ? (
                  <span className="faint">{words.none}</span>
                ) : (
                  displayDate(row.payoutDate, language)
                )}
              </td>
              <td data-label={words.period}>
                <a
                  className="link"
                  href={`/user/kol/statement/${row.id}`}
                  aria-label={t.statement.title(monthText(row.period, language, { year: true }))}
                >
                  {monthText(row.period, language, { year: true })}
                </a>
              </td>
              <td data-label={words.amount} className="num">
                <b>{amountText(row.amountMinor, row.currency, language)}</b>
                {row.takenBackMinor > 0 && (
                  <span className={`small ${styles.since}`}>
                    {words.net(
                      amountText(row.takenBackMinor, row.currency, language),
                      amountText(row.amountMinor - row.takenBackMinor, row.currency, language),
                    )}
                  </span>
                )}
              </td>
              <td data-label={words.hash}>
                {row.transactionHash === null ? (
                  <span className="faint">{words.none}</span>
                ) : (
                  <span className={styles.hash}>
                    <TransactionHash t={t} settlement={row} />
                    <CopyHash t={t} hash={row.transactionHash} />
                  </span>
                )}
              </td>
              <td data-label={words.status}>
                <span className={styles.status}>
                  <span className={`tag ${tagOf[row.state]}`}>{words.states[row.state]}</span>
                  <span className="small dim">{row.chain !== null && `USDT, ${chainNames[row.chain]}`}</span>
                  {row.onChain !== null && (
                    <span className={`small ${row.onChain === 'mismatch' ? styles.stop : 'dim'}`}>
                      {words.onChain[row.onChain]}
                    </span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Listing>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Table } from '#ui/table.tsx'
import { Listing } from '#web/display/listing.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { uidText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { referralsQuery, type Referral } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from '#web/features/affiliate/base/records.module.css'

type Props = DashboardProps & { readonly within: Parameters<typeof referralsQuery>[0] }

export function Referrals({ t, language, within }: Props) {
  const { data, ...query } = useInfiniteQuery(referralsQuery(within))
  const words = t.referrals
  return (
    <Listing
      t={t}
      query={{ ...query, rows: data?.pages.flatMap(({ list }) => list) }}
      empty={{ title: words.empty, text: words.emptyText }}
    >
      {(rows) => (
        <Table heads={[words.date, words.uid, words.campaign, words.status]} className={styles.table}>
          {rows.map((row, index) => (
            <tr key={`${row.referralDate} ${row.referredUid ?? index}`}>
              <td data-label={words.date}>{displayDate(row.referralDate, language)}</td>
              <td data-label={words.uid} className="num">
                {row.referredUid === null ? t.commissions.gone : uidText(row.referredUid)}
              </td>
              <td data-label={words.campaign}>{row.campaign ?? t.links.plain}</td>
              <td data-label={words.status}>
                <Status t={t} row={row} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Listing>
  )
}

function Status({ t, row }: { t: DashboardProps['t']; row: Referral }) {
  const words = t.referrals
  const reason = row.reason && t.reasons[row.reason]
  return (
    <span className={styles.status}>
      {row.counts === 'counted' ? (
        <span className={`tag ${row.status === 1 ? 'ok' : ''}`}>{words.statuses[row.status]}</span>
      ) : (
        <>
          <span className={`tag ${row.counts === 'held' ? 'hold' : 'stop'}`}>
            {row.counts === 'held' ? words.held : words.refused}
          </span>
          {reason && <span className="small dim">{reason}</span>}
        </>
      )}
    </span>
  )
}

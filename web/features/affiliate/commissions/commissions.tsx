import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Table } from '#ui/table.tsx'
import { Listing } from '#web/display/listing.tsx'
import { CommissionRow } from './commission-row.tsx'
import { CommissionTools } from './commission-tools.tsx'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { commissionsQuery, type CommissionFilter } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './commissions.module.css'

type Props = DashboardProps & {
  readonly within: Pick<CommissionFilter, 'campaign' | 'from' | 'to'>
  readonly now: number
}

export function Commissions({ t, language, within, now }: Props) {
  const [chosen, setChosen] = useState<Pick<CommissionFilter, 'type' | 'state'>>({})
  const filter = { ...within, ...chosen }
  const { data, ...query } = useInfiniteQuery(commissionsQuery(filter))
  const words = t.commissions
  const filtered = Object.keys(chosen).length > 0
  const { date, uid, paid, type, rate, amount, status } = words
  const heads = [date, uid, words.package, paid, type, rate, amount, status]
  return (
    <>
      <CommissionTools t={t} language={language} filter={filter} onFilter={setChosen} />
      <Listing
        t={t}
        query={{ ...query, rows: data?.pages.flatMap(({ list }) => list) }}
        empty={
          filtered
            ? { title: words.emptyFilter, text: words.emptyFilterText }
            : { title: words.empty, text: words.emptyText }
        }
      >
        {(rows) => (
          <Table heads={heads} className={styles.table}>
            {rows.map((row) => (
              <CommissionRow key={row.id} t={t} language={language} now={now} row={row} />
            ))}
          </Table>
        )}
      </Listing>
    </>
  )
}

import '#ui/table.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CommissionRow } from './commission-row.tsx'
import { CommissionTools } from './commission-tools.tsx'
import type { KolProps } from './kol-words.ts'
import { commissionsQuery, type AffiliateLink, type CommissionFilter } from './kol.queries.ts'
import { Listing } from './listing.tsx'
import styles from './commissions.module.css'

type Props = KolProps & { readonly links: readonly AffiliateLink[]; readonly now: number }

/** Every commission and reversal; each opens to where it came from. */
export function Commissions({ t, language, links, now }: Props) {
  const [filter, setFilter] = useState<CommissionFilter>({})
  const { data, ...query } = useInfiniteQuery(commissionsQuery(filter))
  const words = t.commissions
  const filtered = Object.keys(filter).length > 0
  const labels = [words.date, words.uid, words.package, words.paid, words.type]
  return (
    <>
      <CommissionTools t={t} language={language} links={links} filter={filter} onFilter={setFilter} />
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
          <table className={`table ${styles.table}`}>
            <thead>
              <tr>
                {labels.map((label) => (
                  <th scope="col" key={label}>
                    {label}
                  </th>
                ))}
                <th scope="col" className="r">
                  {words.rate}
                </th>
                <th scope="col" className="r">
                  {words.amount}
                </th>
                <th scope="col">{words.status}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <CommissionRow key={row.id} t={t} language={language} now={now} row={row} />
              ))}
            </tbody>
          </table>
        )}
      </Listing>
    </>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { saveFile } from '#ui/save-file.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { breakdownQuery, type Breakdown as Answer } from '#web/features/affiliate/base/affiliate.queries.ts'
import { breakdownCsv } from './figures-csv.ts'
import { changeText, countsVisits, countText, keyText, valueOf } from './figures-words.ts'
import { breakdowns, steps, type By, type useFiguresAddress } from './use-figures-address.ts'
import styles from './figures.module.css'
import section from '#web/features/affiliate/base/section.module.css'

type Props = DashboardProps & { readonly address: ReturnType<typeof useFiguresAddress> }

export function Breakdown({ t, language, address: { shown, change } }: Props) {
  const id = useId()
  const { range, by } = shown
  const { from, to } = range
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...breakdownQuery({ from, to, by }),
    placeholderData: keepPreviousData,
  })
  const words = t.figures
  const save = (answer: Answer) =>
    saveFile(`${words.csv.file}-${from}-${to}-${by}.csv`, breakdownCsv(answer, range, by, t), 'text/csv;charset=utf-8')
  return (
    <section className={section.section} aria-labelledby="affiliate-breakdown">
      <div className={section.head}>
        <h2 id="affiliate-breakdown">{words.breakdown}</h2>
        {data && !isPlaceholderData && data.rows.length > 0 && (
          <button type="button" className="btn quiet s" aria-label={words.csv.saveTable} onClick={() => save(data)}>
            {words.csv.save}
          </button>
        )}
      </div>
      <Tabs
        className={styles.tabs}
        label={words.breakdown}
        tabs={breakdowns.map((key) => ({ key, text: words.by[key] }))}
        chosen={by}
        panel={`${id}-rows`}
        onChoose={(key) => change({ by: key })}
      />
      <div id={`${id}-rows`} role="tabpanel" aria-labelledby={`${id}-rows-${by}`}>
        {isError ? (
          <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
        ) : !data || isPlaceholderData ? (
          <Skeleton size="page" />
        ) : data.rows.length === 0 ? (
          <p className="dim">{words.empty}</p>
        ) : (
          <Rows t={t} language={language} by={by} rows={data.rows} isCounted={countsVisits(data.visitsSince, from)} />
        )}
        <p className="small faint">{words.notes[by]}</p>
      </div>
    </section>
  )
}

type RowsProps = DashboardProps & {
  readonly by: By
  readonly rows: Answer['rows']
  /** False if the range has days on which visits were not counted yet. */
  readonly isCounted: boolean
}

function Rows({ t, language, by, rows, isCounted }: RowsProps) {
  const words = t.figures
  const sorted = [...rows].sort((one, other) => valueOf(other.counts, 'commission') - valueOf(one.counts, 'commission'))
  return (
    <Table
      heads={[words.by[by], ...steps.map((step) => words.steps[step]), ...(by === 'link' ? [words.trend] : [])]}
      className={styles.table}
    >
      {sorted.map((row) => (
        <tr key={row.key}>
          <td className={styles.name}>{keyText(by, row.key, row.name, t)}</td>
          {steps.map((step) => {
            const [value, before] = [valueOf(row.counts, step), valueOf(row.before, step)]
            const more = changeText(value, before, language)
            return (
              <td key={step} data-label={words.steps[step]} className="num">
                <span>
                  {countText(value, step, language, isCounted)}
                  {more !== null && <small>{more}</small>}
                </span>
              </td>
            )
          })}
          {by === 'link' && (
            <td className={styles.line}>
              <Trend values={row.trend} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Trend({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const across = 96 / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${Math.round(index * across * 10) / 10} ${Math.round(26 - (Math.max(0, value) / top) * 24)}`,
  )
  return (
    <svg className={styles.trend} viewBox="0 0 96 28" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${points.join('L')}`} />
    </svg>
  )
}

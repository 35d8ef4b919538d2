import '#ui/printed-sheet.css'
import { useQuery } from '@tanstack/react-query'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { displayDate } from '#web/display/display-date.ts'
import { saveFile } from '#ui/save-file.ts'
import { amountText, monthText, uidText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { maxStatementRows, statementQuery, type Statement } from '#web/features/affiliate/base/affiliate.queries.ts'
import { chainNames } from './chains.ts'
import { hasReserve, statementCsv, sumsOf } from './statement-csv.ts'
import styles from './statement.module.css'

type Props = DashboardProps & { readonly id: string; readonly brand: string }

export default function StatementPage({ t, language, id, brand }: Props) {
  const { data, error, refetch } = useQuery(statementQuery(id))
  const words = t.statement
  const isMissing = error instanceof ApiError && error.status === 'NotFound'
  const print = (period: string) => {
    // Sets the document title, which browsers use as the file name of a PDF.
    const title = document.title
    document.title = words.file(period)
    globalThis.print()
    document.title = title
  }
  return (
    <>
      {data ? (
        <>
          <p className={styles.tools}>
            <button type="button" className="btn" onClick={() => print(data.settlement.period)}>
              {words.print}
            </button>
            <button
              type="button"
              className="btn quiet"
              onClick={() =>
                saveFile(`${words.file(data.settlement.period)}.csv`, statementCsv(data, t), 'text/csv;charset=utf-8')
              }
            >
              {t.commissions.csv}
            </button>
          </p>
          <Sheet t={t} language={language} brand={brand} statement={data} />
        </>
      ) : isMissing ? (
        <p role="alert">{words.missing}</p>
      ) : error ? (
        <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="list" />
      )}
      <p className={styles.back}>
        <a className="link" href="/user/kol">
          {words.toPayouts}
        </a>
      </p>
    </>
  )
}

/** Sheet of a payout statement. Dates are in UTC, so that it reads the same everywhere. */
function Sheet({
  t,
  language,
  brand,
  statement,
}: DashboardProps & { readonly brand: string; readonly statement: Statement }) {
  const { settlement, list, next } = statement
  const words = t.statement
  const sum = (minor: number) => amountText(minor, settlement.currency, language)
  const day = (at: number) => displayDate(at, language, { timeZone: 'UTC' })
  const { earnedMinor, backMinor } = sumsOf(statement)
  const facts = [
    [t.settlements.status, t.settlements.states[settlement.state]],
    ...(next === null
      ? [
          [words.earned, sum(earnedMinor)],
          [words.back, sum(-backMinor)],
        ]
      : []),
    ...(hasReserve(settlement)
      ? [
          [words.kept, sum(-settlement.reserveKeptMinor)],
          [words.freed, sum(settlement.reservePaidMinor)],
        ]
      : []),
    [t.settlements.amount, sum(settlement.amountMinor)],
    ...(settlement.takenBackMinor > 0 ? [[words.since, sum(-settlement.takenBackMinor)]] : []),
    [words.network, settlement.chain === null ? t.settlements.none : `USDT, ${chainNames[settlement.chain]}`],
    [words.address, settlement.address ?? t.settlements.none],
    [t.settlements.hash, settlement.transactionHash ?? t.settlements.none],
    [t.settlements.date, settlement.payoutDate === null ? t.settlements.none : day(settlement.payoutDate)],
    [words.number, settlement.id],
  ]
  const { commissions: heads } = t
  return (
    <article className={styles.sheet} data-printed="">
      <p className={styles.brand}>{brand}</p>
      <h2>{words.title(monthText(settlement.period, language, { year: true }))}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {next !== null && <p>{words.newest(maxStatementRows)}</p>}
      {list.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col">{heads.date}</th>
              <th scope="col">{heads.uid}</th>
              <th scope="col">{heads.order}</th>
              <th scope="col">{heads.type}</th>
              <th scope="col">{heads.amount}</th>
              {hasReserve(settlement) && <th scope="col">{words.due}</th>}
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <tr key={row.id}>
                <td>{day(row.date)}</td>
                <td>{row.referredUid === null ? heads.gone : uidText(row.referredUid)}</td>
                <td>
                  {row.orderNumber} <span>{row.package}</span>
                </td>
                <td>
                  {row.isReserve ? words.isReserve : row.reverses === null ? heads.types[row.type] : heads.reversal}
                  {/* The reserve as it was at the time of the payout; later refunds do not change a paid statement. */}
                  {row.reserveUntil !== null && row.dueMinor < row.referAmount && !row.isReserve && (
                    <span>{words.keptUntil(sum(row.reserveMinor), day(row.reserveUntil))}</span>
                  )}
                </td>
                <td className="num">{sum(row.referAmount)}</td>
                {hasReserve(settlement) && <td className="num">{sum(row.dueMinor)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}

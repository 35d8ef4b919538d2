import { gap } from '#shared/language.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { saveFile } from '#ui/save-file.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { figuresQuery } from '#web/features/affiliate/base/affiliate.queries.ts'
import { figuresCsv } from './figures-csv.ts'
import { dayText, spanTexts } from './figures-words.ts'
import { PartsChart } from './parts-chart.tsx'
import { StepStrip } from './step-strip.tsx'
import type { useFiguresAddress } from './use-figures-address.ts'
import styles from './figures.module.css'
import section from '#web/features/affiliate/base/section.module.css'

type Props = DashboardProps & { readonly address: ReturnType<typeof useFiguresAddress> }

export function Figures({ t, language, address: { shown, change } }: Props) {
  const { range, interval, link, step } = shown
  const { from, to } = range
  const asked = { from, to, interval, ...(link !== null && { link }) }
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...figuresQuery(asked),
    placeholderData: keepPreviousData,
  })
  const words = t.figures
  if (isError) return <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
  if (!data) return <Skeleton size="page" />
  const save = () =>
    saveFile(`${words.csv.file}-${from}-${to}-${interval}.csv`, figuresCsv(data, t), 'text/csv;charset=utf-8')
  return (
    <section aria-labelledby="affiliate-figures" aria-busy={isPlaceholderData || undefined}>
      <h2 id="affiliate-figures" className="vh">
        {words.title}
      </h2>
      <StepStrip
        t={t}
        language={language}
        parts={data.parts}
        visitsSince={data.visitsSince}
        from={from}
        beforeFrom={data.before.from}
        chosen={step}
        onChoose={(next) => change({ step: next })}
      />
      <p className="small faint">
        {words.compared(...spanTexts(data.before.from, data.before.to, language))}
        {gap(language)}
        {data.visitsSince !== null && data.visitsSince > data.before.from
          ? words.visitsSince(dayText(data.visitsSince, language, { year: true }))
          : words.visitsNote}
      </p>
      <div className={`${section.head} ${styles.head}`}>
        <h3>{words.chart(words.steps[step], words.intervals[interval])}</h3>
        <button type="button" className="btn quiet s" onClick={save}>
          {words.csv.save}
        </button>
      </div>
      <PartsChart t={t} language={language} parts={data.parts} interval={interval} step={step} />
    </section>
  )
}

import { useAddressValues } from '#console/client/address-values.ts'
import { useSpoken } from '#console/client/language.ts'
import { momentText } from '#console/client/display.ts'
import { useRead } from '#console/client/use-read.ts'
import { Head } from '#console/frame/head.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { DayChoice, choices, daysIn, spanOf } from './day-choice.tsx'
import { Days } from './days.tsx'
import { Funnel } from './funnel.tsx'
import { ShopStatus } from './shop-status.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Methods } from './methods.tsx'
import { Revenue } from './revenue.tsx'
import { Setup } from './setup.tsx'
import { OpenTasks } from './open-tasks.tsx'

const everyMs = 60_000

export default function Today({ t }: { t: TodayText }) {
  const { t: shell, language } = useSpoken()
  const [values] = useAddressValues()
  const days = choices.find((each) => String(each) === values.days) ?? 1
  const figures = useRead('today.show', { days }, { every: everyMs, keeps: true })
  const moment = (at: string) => momentText(new Date(at), language)
  const span = spanOf(t, figures.data ? daysIn(figures.data.now) : days)
  return (
    <>
      <Head title={shell.places.today} about={shell.about.today}>
        <DayChoice t={t} days={days} />
      </Head>
      <Reading of={figures}>
        {(data) => (
          <>
            <p className="vh" role="status">
              {span.now}
            </p>
            <p className="dim">{t.span(moment(data.now.from), moment(data.now.until), span.before)}</p>
            <Setup t={t} />
            <OpenTasks t={t} waits={data.waits} />
            <KeyFigures t={t} span={span} of={data} />
            <div className="cols">
              <div className="stack">
                <Days t={t} />
                <Revenue t={t} span={span} now={data.now.revenue} before={data.before.revenue} />
                <Methods t={t} methods={data.methods} />
              </div>
              <div className="stack">
                <Funnel t={t} span={span} now={data.now.funnel} before={data.before.funnel} />
                <ShopStatus t={t} house={data} />
              </div>
            </div>
          </>
        )}
      </Reading>
    </>
  )
}

import { useSpoken } from '#console/client/language.ts'
import { utcText } from '#console/client/display.ts'
import { useRead } from '#console/client/use-read.ts'
import { Head } from '#console/list/head.tsx'
import { Reading } from '#console/list/reading.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { Days } from './days.tsx'
import { Funnel } from './funnel.tsx'
import { House } from './house.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Methods } from './methods.tsx'
import { Revenue } from './revenue.tsx'
import { Waits } from './waits.tsx'

const everyMs = 60_000

/** `/console/today`: what waits, figures beside the same hours a week before, and what is not as it should be. */
export default function Today({ t }: { t: TodayText }) {
  const { t: shell } = useSpoken()
  const figures = useRead('today.show', {}, { every: everyMs })
  return (
    <>
      <Head title={shell.places.today} about={shell.about.today} />
      <Reading of={figures}>
        {(data) => (
          <>
            <p className="dim">{t.span(utcText(new Date(data.today.from)), utcText(new Date(data.today.until)))}</p>
            <Waits t={t} waits={data.waits} />
            <KeyFigures t={t} of={data} />
            <div className="cols">
              <div className="stack">
                <Days t={t} />
                <Revenue t={t} today={data.today.revenue} before={data.lastWeek.revenue} />
                <Methods t={t} methods={data.methods} />
              </div>
              <div className="stack">
                <Funnel t={t} today={data.today.funnel} before={data.lastWeek.funnel} />
                <House t={t} house={data} />
              </div>
            </div>
          </>
        )}
      </Reading>
    </>
  )
}

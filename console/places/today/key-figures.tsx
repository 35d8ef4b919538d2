import { countText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import type { Output } from '#console/client/wire.ts'
import { Figure } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import type { DaySpan } from './day-choice.tsx'
import { countChange, countOrDash, percentChange, pointsChange, shareOf, shareText } from './change.ts'

type Figures = Output<'today.show'>
const currencies = ['CNY', 'USD'] as const

type Props = { readonly t: TodayText; readonly span: DaySpan; readonly of: Figures }

export function KeyFigures({ t, span, of: { now, before, members } }: Props) {
  const { language } = useSpoken()
  const [paid, paidBefore] = [now.funnel.order_paid, before.funnel.order_paid]
  const share = shareOf(paid, now.funnel.order_made)
  const shareBefore = shareOf(paidBefore, before.funnel.order_made)
  const points = pointsChange(share, shareBefore)
  return (
    <section className="figs" aria-label={t.keyFigures(span.now)}>
      {currencies.map((currency) => {
        const [total, was] = [totals(now, currency), totals(before, currency)]
        const say = (amountMinor: number) => sumText({ amountMinor, currency }, language)
        const back = shareOf(total.refunded, total.paid)
        return (
          <Figure key={currency} label={t.netIn(currency)} value={say(total.net)}>
            <Change of={percentChange(total.net, was.net)} text={t.from(say(was.net))} />
            {total.refunded > 0 && (
              <>
                <br />
                {t.ofItRefunded(say(total.refunded), shareText(back), shareText(shareOf(was.refunded, was.paid)))}
              </>
            )}
          </Figure>
        )
      })}
      <Figure label={t.steps.order_paid} value={countOrDash(paid)}>
        <Change of={countChange(paid, paidBefore)} text={t.from(countOrDash(paidBefore))} />
      </Figure>
      <Figure label={t.paidOfMade} value={shareText(share)}>
        <Change of={points && t.points(points)} text={t.from(shareText(shareBefore))} />
      </Figure>
      <Figure label={t.membersNow} value={countText(members.active)}>
        {members.activeBefore !== null && (
          <>
            <Change
              of={countChange(members.active, members.activeBefore)}
              text={t.fromThen(countText(members.activeBefore), span.daysBack)}
            />
            <br />
          </>
        )}
        {t.expiring(countText(members.endInDay), countText(members.endInWeek), countText(members.endedInWeek))}
      </Figure>
    </section>
  )
}

function totals({ revenue }: Figures['now'], currency: string) {
  const own = revenue.filter((row) => row.currency === currency)
  const sum = (of: 'paid' | 'net' | 'refunded') => own.reduce((total, row) => total + row[of].amountMinor, 0)
  return { paid: sum('paid'), net: sum('net'), refunded: sum('refunded') }
}

const Change = ({ of, text }: { of: string | null; text: string }) => (
  <>
    {of !== null && <b>{of}</b>} {text}
  </>
)

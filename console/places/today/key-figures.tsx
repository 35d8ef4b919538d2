import { countText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import type { Output } from '#console/client/wire.ts'
import { Figure } from '#console/list/figure.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'
import { countChange, percentChange, pointsChange, shareOf, shareText } from './change.ts'

type Figures = Output<'today.show'>
const currencies = ['CNY', 'USD'] as const

/** The figures of today so far, each with its change and what that is measured by. */
export function KeyFigures({ t, of: { today, lastWeek, members } }: { t: TodayText; of: Figures }) {
  const { language } = useSpoken()
  const [paid, paidBefore] = [today.funnel.order_paid, lastWeek.funnel.order_paid]
  const share = shareOf(paid, today.funnel.order_made)
  const shareBefore = shareOf(paidBefore, lastWeek.funnel.order_made)
  const points = pointsChange(share, shareBefore)
  return (
    <section className="figs" aria-label={t.keyFigures}>
      {currencies.map((currency) => {
        const [now, before] = [totals(today, currency), totals(lastWeek, currency)]
        const say = (amountMinor: number) => sumText({ amountMinor, currency }, language)
        const back = shareOf(now.refunded, now.paid)
        return (
          <Figure key={currency} label={t.netIn(currency)} value={say(now.net)}>
            <Change of={percentChange(now.net, before.net)} text={t.from(say(before.net))} />
            {now.refunded > 0 && (
              <>
                <br />
                {t.ofItRefunded(say(now.refunded), shareText(back), shareText(shareOf(before.refunded, before.paid)))}
              </>
            )}
          </Figure>
        )
      })}
      <Figure label={t.steps.order_paid} value={countText(paid)}>
        <Change of={countChange(paid, paidBefore)} text={t.from(countText(paidBefore))} />
      </Figure>
      <Figure label={t.paidOfMade} value={shareText(share)}>
        <Change of={points && t.points(points)} text={t.from(shareText(shareBefore))} />
      </Figure>
      <Figure label={t.membersNow} value={countText(members.active)}>
        {members.activeBefore !== null && (
          <>
            <Change
              of={countChange(members.active, members.activeBefore)}
              text={t.fromThen(countText(members.activeBefore))}
            />
            <br />
          </>
        )}
        {t.expiring(countText(members.endInDay), countText(members.endInWeek), countText(members.endedInWeek))}
      </Figure>
    </section>
  )
}

function totals({ revenue }: Figures['today'], currency: string) {
  const own = revenue.filter((row) => row.currency === currency)
  const sum = (of: 'paid' | 'net' | 'refunded') => own.reduce((total, row) => total + row[of].amountMinor, 0)
  return { paid: sum('paid'), net: sum('net'), refunded: sum('refunded') }
}

const Change = ({ of, text }: { of: string | null; text: string }) => (
  <>
    {of !== null && <b>{of}</b>} {text}
  </>
)

import { Link } from 'react-router'
import { personAddress } from '#console/client/addresses.ts'
import { sumText, uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import { Figure } from '#console/list/panel.tsx'
import { Moment } from '#console/list/age.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import type { OrderPage } from '#console/client/wire.ts'
import { earnedBy, paidElsewhere } from './order-sums.ts'

export function KeyFigures({ of, t }: { of: OrderPage; t: OrdersText }) {
  const { language } = useSpoken()
  const { figures } = t
  const say = (sum: OrderPage['kept']) => sumText(sum, language)
  const now = useNow(60_000)
  const { earnedMinor, standing, isHeld } = earnedBy(of, now)
  return (
    <section className="figs small" aria-label={figures.label}>
      <Figure label={t.bought} value={of.product[language]}>
        {figures.devices(of.maxDevices)}
        {of.promo && `, ${of.promo}`}
      </Figure>
      <Figure
        label={t.buyer}
        value={
          <Link className="lnk" to={personAddress(of.user)}>
            {uidText(of.user)}
          </Link>
        }
      >
        {of.name}
      </Figure>
      <Figure label={figures.came} value={say(of.came)}>
        {t.words[of.method] ?? of.method}
        {of.came.amountMinor !== of.total.amountMinor && `, ${figures.askedFor(say(of.total))}`}
        {paidElsewhere(of).map(({ sum, transaction }) => (
          <b key={transaction}>, {figures.also(sumText(sum, language))}</b>
        ))}
      </Figure>
      <Figure label={figures.gone} value={say(of.gone)}>
        {of.gone.amountMinor > 0 &&
          figures.ofPaid(`${((of.gone.amountMinor / of.came.amountMinor) * 100).toFixed(1)} %`)}
      </Figure>
      <Figure label={t.kept} value={say(of.kept)}>
        {t.words[of.status] ?? of.status}
      </Figure>
      <Figure label={t.parts.commissions} value={say({ amountMinor: earnedMinor, currency: 'USD' })}>
        {standing && (
          <>
            {standing.affiliate !== null && (
              <Link to={personAddress(standing.affiliate)}>{uidText(standing.affiliate)}</Link>
            )}{' '}
            {isHeld && (
              <>
                {figures.heldUntil} <Moment at={standing.heldUntil} />
              </>
            )}
          </>
        )}
      </Figure>
    </section>
  )
}

import { Link } from 'react-router'
import { groupAddress, personAddress } from '#console/client/addresses.ts'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { Moment } from '#console/list/moment.tsx'
import { Line } from '#console/list/output-line.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Sum } from '#console/list/sum.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import type { OrderPage } from './order-page.ts'

/** What was bought, by whom, for how much. */
export function Facts({ of, t }: { of: OrderPage; t: OrdersText }) {
  const { language } = useSpoken()
  return (
    <Panel title={t.facts}>
      <dl className="kv in">
        <Line label={t.buyer}>
          <Link to={personAddress(of.user)}>{uidText(of.user)}</Link> {of.name}
        </Line>
        <Line label={t.bought}>{of.product[language]}</Line>
        <Line label={t.total}>
          <Sum of={of.total} />
        </Line>
        {of.discount.amountMinor > 0 && (
          <Line label={t.discount}>
            <Sum of={of.discount} /> {of.promo}
          </Line>
        )}
        <Line label={t.kept}>
          <Sum of={of.kept} />
        </Line>
        <Line label={t.method}>{t.words[of.method] ?? of.method}</Line>
        {of.group && (
          <Line label={t.group}>
            <Link to={groupAddress(of.group)}>{of.group}</Link>
          </Line>
        )}
        <Line label={t.outcome}>{t.words[of.outcome] ?? of.outcome}</Line>
        <Line label={t.made}>
          <Moment at={of.made} />
        </Line>
        {of.paid ? (
          <Line label={t.paid}>
            <Moment at={of.paid} />
          </Line>
        ) : (
          <Line label={t.payableUntil}>
            <Moment at={of.payableUntil} />
          </Line>
        )}
        {of.memberUntil && (
          <Line label={t.memberUntil}>
            <Moment at={of.memberUntil} />
          </Line>
        )}
        <Line label={t.devices}>
          {of.devices} / {Math.max(1, of.maxDevicesNow)}
        </Line>
      </dl>
    </Panel>
  )
}

import { Link } from 'react-router'
import { groupAddress } from '#console/client/addresses.ts'
import { Moment } from '#console/list/age.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Sum } from '#console/list/value.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import type { OrderPage } from '#console/client/wire.ts'

export function Facts({ of, t }: { of: OrderPage; t: OrdersText }) {
  return (
    <Panel title={t.facts}>
      <dl className="kv in">
        <Line label={t.total}>
          <Sum of={of.total} />
        </Line>
        {of.discount.amountMinor > 0 && (
          <Line label={t.discount}>
            <Sum of={of.discount} /> {of.promo}
          </Line>
        )}
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

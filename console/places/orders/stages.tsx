import { ActButton } from '#console/act/act-button.tsx'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import type { OrderPage } from '#console/client/wire.ts'

const looks = { done: '', waits: 'wait', missing: 'no', back: 'back', over: 'no' } as const

/**
 * Stages of an order from payment to app use. Explains the first incomplete one, and shows the order's reviews that an
 * operator must still decide.
 */
export function Stages({ of, t }: { of: OrderPage; t: OrdersText }) {
  const first = of.stages.find(({ state }) => state !== 'done')
  const verdict = first && first.state !== 'done' ? t.verdict[first.stage][first.state] : t.verdict.well
  return (
    <Panel title={t.stagesTitle}>
      <div className="in stack">
        <Note kind={first ? (first.state === 'waits' ? 'hold' : 'stop') : 'ok'}>{verdict}</Note>
        {of.reviews
          .filter(({ decided }) => decided === null)
          .map(({ id, reason }) => (
            <Note key={id} kind="hold">
              <span className="bar">
                <b>{t.reasons[reason] ?? reason}</b>
                <ActButton name="reviews.decide" given={{ id }} label={t.acts.decide} look="quiet" />
              </span>
            </Note>
          ))}
        <ol className="way">
          {of.stages.map(({ stage, state, at }) => (
            <li key={stage} className={looks[state]}>
              <div className="l1">
                <b>{t.stages[stage]}</b>
                <span>{t.states[state]}</span>
                {at && <Moment at={at} />}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}

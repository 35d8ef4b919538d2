import { useState } from 'react'
import { Link } from 'react-router'
import { ActPanel } from '#console/act/act-panel.tsx'
import { PressButton } from '#console/act/press-button.tsx'
import { WhyNot } from '#console/act/why-not.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { orderAddress } from '#console/client/addresses.ts'
import { useMe } from '#console/client/session.ts'
import type { RowOf } from '#console/client/wire.ts'
import { AlsoHere } from '#console/list/also-here.tsx'
import { Moment } from '#console/list/moment.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Facts } from './facts.tsx'
import { Taken } from './taken.tsx'

type Decision = keyof QueueText['decisions']
const decisions: readonly Decision[] = ['keep', 'refund', 'lost', 'won', 'retry', 'settled']
type Props = { readonly t: QueueText; readonly review: RowOf<'reviews.list', 'items'> }

/** One review: the facts as they came, and what can be decided, each with its preview. */
export function Review({ t, review }: Props) {
  const { role } = useMe()
  const [decision, setDecision] = useState<Decision | null>(null)
  const { id, reason, order, since, details } = review
  return (
    <div className="stack">
      <AlsoHere place="queue" id={id} />
      <Panel
        title={t.reasons[reason] ?? reason}
        note={
          <>
            {order === null ? t.noOrder : <Link to={orderAddress(order)}>{`${t.order} ${order}`}</Link>},{' '}
            <Moment at={since} />
          </>
        }
      >
        <div className="in stack">
          <h3>{t.known}</h3>
          <Facts of={details} words={t.facts} />
        </div>
      </Panel>
      <Panel title={t.decide}>
        <div className="in stack">
          <Taken
            t={t}
            of={review}
            over={
              mayDo(role, 'reviews.decide') && (
                <PressButton name="queue.take" given={{ id, over: true }} label={t.talk.over} />
              )
            }
            renderAct={(isMine) => (
              <>
                <PressButton name="queue.take" given={{ id }} label={isMine ? t.talk.longer : t.talk.take} />
                {isMine && <PressButton name="queue.take" given={{ id, leave: true }} label={t.leave} />}
              </>
            )}
          />
          {!mayDo(role, 'reviews.decide') ? (
            <WhyNot name="reviews.decide" />
          ) : (
            <>
              <div className="choice" role="radiogroup" aria-label={t.decide}>
                {decisions.map((each) => (
                  <label key={each} className={decision === each ? 'on' : undefined}>
                    <input
                      type="radio"
                      name="decision"
                      checked={decision === each}
                      onChange={() => setDecision(each)}
                    />
                    <span>
                      {t.decisions[each].label}
                      <small>{t.decisions[each].about}</small>
                    </span>
                  </label>
                ))}
              </div>
              {decision && (
                <ActPanel
                  key={decision}
                  name="reviews.decide"
                  given={
                    decision === 'refund' ? { id, decision } : { id, decision, amount: undefined, keepTime: undefined }
                  }
                />
              )}
            </>
          )}
        </div>
      </Panel>
    </div>
  )
}

import { useState } from 'react'
import { ActPanel } from '#console/act/act-panel.tsx'
import { DeniedReason } from '#console/act/denied-reason.tsx'
import { allowedActionFor } from '#console/client/action-traits.ts'
import { sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import type { Output } from '#console/client/wire.ts'
import { Panel } from '#console/list/panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Decision = keyof QueueText['decisions']
type Review = Output<'reviews.show'>
type Props = { readonly t: QueueText; readonly review: Review }

/** Decisions that fit the kind of payment review. Those that are impossible now are listed with the reason. */
function offered({ order, reason, possible }: Review): readonly Decision[] {
  const own: readonly Decision[] =
    order === null
      ? ['keep']
      : [
          'keep',
          'refund',
          ...(reason === 'disputed' ? (['lost', 'won'] as const) : []),
          ...(reason === 'refund_failed' ? (['retry', 'settled'] as const) : []),
        ]
  return [...new Set([...own, ...possible])]
}

const hidden = ({ follows }: Output<'reviews.decide'>) => [
  ...(['decision', 'about', 'orderId', 'lostMinor', 'moves', 'onceSent'] as const),
  ...(follows.length === 0 ? (['follows'] as const) : []),
]

const takes: readonly Decision[] = ['refund', 'lost', 'retry']

export function Decide({ t, review }: Props) {
  const { role } = useMe()
  const { language } = useSpoken()
  const [chosen, setDecision] = useState<Decision | null>(null)
  const { id, possible } = review
  const act = allowedActionFor(role, 'reviews.decide')
  const choices = offered(review)
  // Drops a chosen decision that has become impossible meanwhile.
  const decision = chosen !== null && possible.includes(chosen) ? chosen : null
  /**
   * Button text with the amount that will move now, which may differ from what the provider stated when the review was
   * opened.
   */
  const goLabel = (of: Decision, { moves }: Output<'reviews.decide'>) => {
    if (of === 'refund' && moves.length === 0) return t.nothingLeft
    const said = moves.map((sum) => sumText(sum, language)).join(' + ')
    return of === 'keep' || said !== '' ? t.goes[of](said) : t.decisions[of].label
  }
  return (
    <Panel title={t.decide}>
      <div className="in stack">
        {act === undefined ? (
          <DeniedReason name="reviews.decide" />
        ) : (
          <div className="dec">
            <div className="choice" role="radiogroup" aria-label={t.decide}>
              {choices.map((each, index) => (
                <label key={each} className={decision === each ? 'on' : undefined}>
                  <input
                    type="radio"
                    name="decision"
                    checked={decision === each}
                    disabled={!possible.includes(each)}
                    onChange={() => setDecision(each)}
                  />
                  <span className="grow">
                    {t.decisions[each].label}
                    <small>{possible.includes(each) ? t.decisions[each].about : t.impossible[each]}</small>
                  </span>
                  <kbd aria-hidden="true">{index + 1}</kbd>
                </label>
              ))}
            </div>
            {decision && (
              <ActPanel
                key={decision}
                name={act}
                given={
                  decision === 'refund' ? { id, decision } : { id, decision, amount: undefined, takeDays: undefined }
                }
                isTaking={takes.includes(decision)}
                // A proposal moves no money, so its button shows no amount.
                {...(act === 'reviews.decide' && {
                  goLabel: (output: Output<'reviews.decide'>) => goLabel(decision, output),
                })}
                hides={hidden}
              />
            )}
            <p className="faint keyhint">{t.reviewKeys(choices.length)}</p>
          </div>
        )}
      </div>
    </Panel>
  )
}

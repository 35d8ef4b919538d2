import { useState } from 'react'
import { Link } from 'react-router'
import { payoutStages, type PayoutStage } from '#shared/payout-stages.ts'
import { ActOf } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { countText, sumText, uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { selectionText, type Sum } from '#console/list/selection.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { PayoutsText } from '#console/text/en/places/payouts.ts'

const address = '/console/affiliates/payouts'

export default function Payouts({ t }: { t: PayoutsText }) {
  const [values] = useAddressValues()
  const stage = payoutStages.find((each) => each === values.stage)
  return (
    <>
      <Stages current={stage} t={t} />
      <Listed key={stage} stage={stage} t={t} />
    </>
  )
}

/** Lists payouts of one stage. Changing the stage clears the selection, so that no invisible payout is approved. */
function Listed({ stage, t }: { stage: PayoutStage | undefined; t: PayoutsText }) {
  const { t: shell } = useSpoken()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Sum>>(new Map())
  const { language } = useVocabulary()
  return (
    <ListPanel
      name="payouts.list"
      input={stage ? { stage } : {}}
      rowsOf="items"
      aside={
        <>
          {stage && (
            <Link className="lnk" to={address}>
              {t.all}
            </Link>
          )}
          {chosen.size > 0 && (
            <>
              <span role="status" className="num">
                {selectionText([...chosen.values()], language)}
              </span>
              <ActOf name="payouts.approve-batch" given={{ payouts: [...chosen.keys()] }} look="plate" />
            </>
          )}
          <ActOf name="payouts.prepare" look="plate" />
        </>
      }
      without={['id', 'files']}
      renderActions={({ id, affiliate, address: to, whyNot, amount }) => {
        const named = `${id}=${to}`
        return (
          <>
            {whyNot === null && (
              <label>
                <input
                  type="checkbox"
                  aria-label={`${shell.list.choose} ${uidText(affiliate)}`}
                  checked={chosen.has(named)}
                  onChange={({ target }) =>
                    setChosen(
                      new Map(
                        target.checked ? [...chosen, [named, amount]] : [...chosen].filter(([each]) => each !== named),
                      ),
                    )
                  }
                />
                <span>{shell.list.choose}</span>
              </label>
            )}
            <ActOf name="payouts.approve" given={{ id, address: to }} />
            {to !== '' && <ActOf name="payouts.allow-address" given={{ address: to }} />}
            <ActOf name="payouts.paid" given={{ id }} />
            <ActOf name="payouts.cancel" given={{ id }} />
          </>
        )
      }}
    />
  )
}

function Stages({ current, t }: { current: string | undefined; t: PayoutsText }) {
  const { language } = useSpoken()
  const counts = useRead('payouts.stages', {})
  return (
    <Reading of={counts}>
      {({ stages }) => (
        <nav className="figs" aria-label={t.way}>
          {stages.map(({ stage, payouts, amount, more }) => {
            const sum = sumText(amount, language)
            return (
              <div key={stage} className="fig">
                <Link
                  className="t"
                  to={`${address}#stage=${stage}`}
                  aria-current={stage === current ? 'page' : undefined}
                >
                  {t.stages[stage].title}
                </Link>
                <div className="v">
                  {countText(payouts)}
                  {more && '+'} <small>{more ? t.atLeast(sum) : sum}</small>
                </div>
                <div className="c">{t.stages[stage].about}</div>
              </div>
            )
          })}
        </nav>
      )}
    </Reading>
  )
}

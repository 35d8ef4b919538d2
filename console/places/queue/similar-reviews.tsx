import { useSpoken } from '#console/client/language.ts'
import { sumText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { Moment } from '#console/list/age.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { differenceOf, partsOf, sumsOf } from './review-sums.ts'

type Row = Output<'reviews.show'>['alike'][number]

export function SimilarReviews({ t, rows }: { t: QueueText; rows: readonly Row[] }) {
  const { language } = useSpoken()
  const sumOf = (details: unknown) => {
    const sums = sumsOf(details)
    const sum = differenceOf(sums) ?? sums.about
    return sum && `${sum === sums.about || sum.amountMinor < 0 ? '' : '+'}${sumText(sum, language)}`
  }
  return (
    <div className="stack tight">
      <h3>{t.alike}</h3>
      {rows.length === 0 && <p className="faint">{t.noneAlike}</p>}
      <ul className="stack tight">
        {rows.map(({ id, decided, details, decision: said, by }) => {
          const { decision, why } = partsOf(said)
          return (
            <li key={id}>
              <b>{sumOf(details)}</b> {wordOf(t, decision)}
              <span className="sub">
                {by}, <Moment at={decided} />
                {why && `, ${why}`}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const isDecision = (t: QueueText, word: string): word is keyof QueueText['decisions'] =>
  Object.hasOwn(t.decisions, word)
export const wordOf = (t: QueueText, word: string): string => (isDecision(t, word) ? t.decisions[word].label : word)

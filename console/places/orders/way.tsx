import { isActionName } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from '#console/list/moment.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Sum } from '#console/list/sum.tsx'
import { spanText } from '#console/list/time-rows.tsx'
import { colon } from '#shared/punctuation.ts'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import type { OrderPage } from './order-page.ts'

/** Everything that happened, the newest first. */
export function Way({ of, t }: { of: OrderPage; t: OrdersText }) {
  const { label } = useVocabulary()
  const { language } = useSpoken()
  const said = (what: string): string => {
    if (isActionName(what)) return label(what)
    const [head = '', ...rest] = what.split(': ')
    const words = [t.words[head] ?? t.reasons[head] ?? head, ...rest.map((each) => t.words[each] ?? each)]
    // A reason that says no more than the status does is not said again.
    return [...new Set(words)].join(colon(language))
  }
  return (
    <Panel title={t.way.title}>
      <ol className="way in">
        {of.way.toReversed().map(({ at, kind, what, by, sum, seconds }, index) => (
          <li key={`${at} ${kind} ${index}`} className={looks[kind] ?? ''}>
            <div className="l1">
              <span>
                <b>{t.way.kinds[kind]}</b> {kind === 'note' ? what : said(what)}
              </span>
              {sum && (
                <span className="am">
                  <Sum of={sum} />
                </span>
              )}
              {seconds !== null && <span className="am">{spanText(seconds, t)}</span>}
            </div>
            <Moment at={at} /> {by && <span className="faint">{t.words[by] ?? by}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const looks: Readonly<Partial<Record<OrderPage['way'][number]['kind'], string>>> = {
  refund: 'back',
  review: 'wait',
  attempt: 'no',
}

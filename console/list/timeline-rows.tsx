import { isActionName } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { colon } from '#shared/language.ts'
import type { DeskText } from '#console/text/en/desk.ts'
import type { Output } from '#console/client/wire.ts'
import { Moment } from './age.tsx'
import { Sum } from './value.tsx'
import { spanText } from './membership-time-rows.tsx'

type Happening = Output<'orders.show'>['way'][number]
type Props = { readonly rows: readonly Happening[]; readonly t: DeskText }

export function TimelineRows({ rows, t }: Props) {
  const { label } = useVocabulary()
  const { language } = useSpoken()
  const said = (what: string, kind: Happening['kind']): string => {
    if (isActionName(what)) return label(what)
    const [head = '', ...rest] = what.split(': ')
    const end = kind === 'review' ? t.ends[head] : undefined
    const words = [end ?? t.words[head] ?? t.reasons[head] ?? head, ...rest.map((each) => t.words[each] ?? each)]
    return [...new Set(words)].join(colon(language))
  }
  return (
    <ol className="way in">
      {rows.toReversed().map(({ at, kind, what, by, sum, seconds }, index) => (
        <li key={`${at} ${kind} ${index}`} className={looks[kind] ?? ''}>
          <div className="l1">
            <span>
              <b>{t.way.kinds[kind]}</b> {kind === 'note' ? what : said(what, kind)}
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
  )
}

const looks: Readonly<Partial<Record<Happening['kind'], string>>> = {
  refund: 'back',
  review: 'wait',
  attempt: 'no',
}

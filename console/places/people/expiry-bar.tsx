import { momentText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from '#console/client/wire.ts'

type Kind = 'order' | 'group' | 'operator' | 'bonus' | 'redeem' | 'earlier' | 'disputed'

/**
 * Colour and pattern of each kind of membership period, so that colour is not the only difference. Pattern paths are on
 * an 8 × 8 square.
 */
const looks: Readonly<Record<Kind, { readonly fill: string; readonly line: string; readonly form: string }>> = {
  order: { fill: 'var(--plate)', line: 'none', form: '' },
  group: { fill: 'var(--mark)', line: 'var(--on-mark)', form: 'M-2 10 10-2M-2 2 2-2M6 10 10 6' },
  operator: { fill: 'var(--info)', line: 'var(--card)', form: 'M3 4h2' },
  bonus: { fill: 'var(--info-tint)', line: 'var(--info)', form: 'M0 4h8' },
  redeem: { fill: 'var(--note-tint)', line: 'var(--note)', form: 'M0 0 8 8M8 0 0 8' },
  earlier: { fill: 'var(--land)', line: 'var(--line-2)', form: 'M4 0v8' },
  disputed: { fill: 'var(--card)', line: 'var(--plate)', form: 'M1 0v8M3 0v8M5 0v8' },
}
const kindOf = ({ source, disputed }: PersonPage['segments'][number]): Kind =>
  disputed
    ? 'disputed'
    : source === 'order' || source === 'group' || source === 'operator' || source === 'redeem'
      ? source
      : source === 'bonus' || source === 'invite'
        ? 'bonus'
        : 'earlier'

const Forms = ({ of }: { of: Iterable<Kind> }) => (
  <defs>
    {[...of].map((kind) => (
      <pattern key={kind} id={`stretch-${kind}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" fill={looks[kind].fill} />
        <path d={looks[kind].form} stroke={looks[kind].line} strokeWidth="2" />
      </pattern>
    ))}
  </defs>
)

/** Timeline of a membership; a table holds the same data for screen readers. */
export function ExpiryBar({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { language } = useSpoken()
  const now = useNow(60_000)
  const { bar } = t
  const segments = of.segments.map((each) => ({ ...each, begins: Date.parse(each.from), ends: Date.parse(each.to) }))
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) return null
  const end = Math.max(last.ends, now)
  const share = (time: number) => (100 * (time - first.begins)) / Math.max(1, end - first.begins)
  const kinds = new Set(segments.map(kindOf))
  const day = (time: number) => momentText(new Date(time), language).replace(/,? \d\d:\d\d$/, '')
  // Keeps the marker of today fully visible even at an end of the bar.
  const today = Math.min(98.5, Math.max(1.5, share(now)))
  return (
    <div className="in">
      <svg width="100%" height="20" role="img" aria-label={bar.label(day(first.begins), day(last.ends))}>
        <Forms of={kinds} />
        <rect y="9" width="100%" height="2" fill="var(--line)" />
        {segments.map((each, index) => (
          <rect
            key={each.from}
            x={`${share(each.begins)}%`}
            y="4"
            width={`${Math.max(0.6, share(each.ends) - share(each.begins))}%`}
            height="12"
            rx="3"
            fill={`url(#stretch-${kindOf(each)})`}
            stroke={index > 0 ? 'var(--card)' : 'none'}
          />
        ))}
        <circle cx={`${today}%`} cy="10" r="6" fill="var(--mark)" stroke="var(--on-mark)" strokeWidth="3" />
      </svg>
      <p className="bar faint">
        <span className="grow">{day(first.begins)}</span>
        {[...kinds].map((kind) => (
          <span key={kind} className="bar nb">
            <svg width="16" height="12" aria-hidden="true">
              <rect width="16" height="12" rx="3" fill={`url(#stretch-${kind})`} />
            </svg>
            {bar.kinds[kind]}
          </span>
        ))}
        <span className="bar nb">
          <svg width="14" height="14" aria-hidden="true">
            <circle cx="7" cy="7" r="5" fill="var(--mark)" stroke="var(--on-mark)" strokeWidth="3" />
          </svg>
          {bar.today}
        </span>
        <span className="grow r">{day(last.ends)}</span>
      </p>
      <div className="vh">
        <table>
          <caption>{bar.table}</caption>
          <thead>
            <tr>
              <th scope="col">{bar.from}</th>
              <th scope="col">{bar.to}</th>
              <th scope="col">{t.time.columns.source}</th>
              <th scope="col">{t.time.columns.named}</th>
            </tr>
          </thead>
          <tbody>
            {segments.map((each) => (
              <tr key={each.from}>
                <td>{day(each.begins)}</td>
                <td>{day(each.ends)}</td>
                <td>{each.disputed ? bar.kinds.disputed : (t.words[each.source] ?? bar.kinds.earlier)}</td>
                <td>{each.order ?? each.group}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

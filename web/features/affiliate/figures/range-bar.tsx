import '#ui/field.css'
import '#ui/segmented.css'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { AffiliateLink } from '#web/features/affiliate/base/affiliate.queries.ts'
import { intervals, lengthOf, presets, readRange, todayOf, type Range } from './range.ts'
import type { useFiguresAddress } from './use-figures-address.ts'
import styles from './range-bar.module.css'

type Props = DashboardProps & {
  readonly now: number
  readonly links: readonly AffiliateLink[]
  readonly address: ReturnType<typeof useFiguresAddress>
}

export function RangeBar({ t, now, links, address: { shown, change, setRange } }: Props) {
  const words = t.figures
  const today = todayOf(now)
  const { range, interval, link } = shown
  /** Applies a changed day only if first and last day form a valid range. */
  const limit = (days: Partial<Pick<Range, 'from' | 'to'>>) => {
    const next = { ...range, ...days }
    const read = readRange(`${next.from}..${next.to}`, today)
    if (read.preset === null) setRange(read)
  }
  return (
    <div className={styles.bar} role="group" aria-label={words.range}>
      <select
        className="input"
        aria-label={words.range}
        value={range.preset ?? 'custom'}
        onChange={({ target }) => {
          const preset = presets.find((each) => each === target.value)
          setRange(preset ? readRange(preset, today) : { ...range, preset: null })
        }}
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {words.presets[preset]}
          </option>
        ))}
        <option value="custom">{words.presets.custom}</option>
      </select>
      <span className={styles.days}>
        {(['from', 'to'] as const).map((end) => (
          <input
            key={`${end} ${range[end]}`}
            className="input num"
            type="date"
            aria-label={words[end]}
            defaultValue={range[end]}
            max={today}
            onChange={({ target }) => limit({ [end]: target.value })}
          />
        ))}
      </span>
      <span className={`seg ${styles.intervals}`} role="radiogroup" aria-label={words.interval}>
        {intervals.map((each) => (
          <label key={each} aria-current={each === interval || undefined}>
            <input
              className="vh"
              type="radio"
              name="interval"
              checked={each === interval}
              disabled={each === 'day' && lengthOf(range) > 400}
              onChange={() => change({ interval: each })}
            />
            {words.intervals[each]}
          </label>
        ))}
      </span>
      {links.length > 1 && (
        <select
          className="input"
          aria-label={words.link}
          value={link ?? ''}
          onChange={({ target }) => change({ link: target.value || null })}
        >
          <option value="">{t.commissions.allLinks}</option>
          {links.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || t.links.plain}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

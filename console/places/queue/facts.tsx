import { useVocabulary } from '#console/client/vocabulary.ts'
import { Line } from '#console/list/output-line.tsx'
import { Sum } from '#console/list/sum.tsx'
import { Json, Value } from '#console/list/value.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Details = Readonly<Record<string, unknown>>

/** What a review was opened with. Minor units stand beside their currency; what is nested is folded. */
export function Facts({ of: details, words }: { of: unknown; words: QueueText['facts'] }) {
  const { field } = useVocabulary()
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return <Json value={details} />
  const facts = details as Details
  const currency = typeof facts.currency === 'string' ? facts.currency : facts.expectedCurrency
  return (
    <dl className="kv">
      {Object.entries(facts).map(([name, value]) => (
        <Line key={name} label={words[name.replace(/Minor$/, '')] ?? field(name.replace(/Minor$/, ''))}>
          {name.endsWith('Minor') && typeof value === 'number' && typeof currency === 'string' ? (
            <Sum of={{ amountMinor: value, currency }} />
          ) : (
            <Value name={name} shape={isMoment(value) ? { format: 'date-time' } : undefined} value={value} />
          )}
        </Line>
      ))}
    </dl>
  )
}

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)

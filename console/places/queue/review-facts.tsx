import { useVocabulary } from '#console/client/vocabulary.ts'
import { Line } from '#console/frame/output-line.tsx'
import { Sum, Json, Value } from '#console/list/value.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { plainText } from '#shared/plain-text.ts'
import { currencyOf, detailsOf, sumIn } from './review-sums.ts'

type Props = { readonly t: QueueText; readonly of: unknown; readonly currency: string | undefined }

/**
 * Facts of a payment review as received. Amounts in minor units are shown with their currency; nested values are
 * collapsed.
 */
export function Facts({ t, of: details, currency }: Props) {
  const { field } = useVocabulary()
  const facts = Object.entries(detailsOf(details))
  if (facts.length === 0) return <Json value={details} />
  return (
    <dl className="kv">
      {facts.map(([name, value]) => {
        const plain = name.replace(/Minor$/, '')
        const its = plain === name ? null : currencyOf(name, detailsOf(details), currency)
        return (
          <Line key={name} label={t.facts[plain] ?? field(plain)}>
            {typeof value === 'number' && its !== null ? (
              <Sum of={{ amountMinor: value, currency: its }} />
            ) : (
              <Fact t={t} name={name} value={value} />
            )}
          </Line>
        )
      })}
    </dl>
  )
}

function Fact({ t, name, value }: { readonly t: QueueText; readonly name: string; readonly value: unknown }) {
  if (Array.isArray(value) && value.length > 0 && value.every((each) => sumIn(each) !== null))
    return (
      <ul>
        {value.map((each, index) => (
          <Stated key={index} t={t} of={detailsOf(each)} />
        ))}
      </ul>
    )
  const word = typeof value === 'string' ? (words.has(name) && t.desk.words[value]) || plainText(value) : value
  return <Value name={name} shape={isMoment(value) ? { format: 'date-time' } : undefined} value={word} />
}
const words = new Set(['provider', 'kind', 'network'])

function Stated({ t, of }: { readonly t: QueueText; readonly of: Readonly<Record<string, unknown>> }) {
  const sum = sumIn(of)
  const names = ['kind', 'id', 'providerTxnId'].flatMap((name) => {
    const value = of[name]
    return typeof value === 'string' && value !== '' ? [t.desk.words[value] ?? plainText(value)] : []
  })
  return (
    <li>
      {sum && <Sum of={sum} />} <span className="faint">{names.join(' ')}</span>
    </li>
  )
}

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)

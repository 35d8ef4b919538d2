import { useState } from 'react'
import type { Source } from '#shared/contract/operator/fields.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { momentText } from '#console/client/display.ts'
import { useMe } from '#console/client/session.ts'
import { useList, useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ReadName } from '#console/client/wire.ts'
import type { Language } from '#shared/language.ts'
import type { Wiring } from './form-values.ts'

type Fields = Readonly<Record<string, unknown>>
type Reader = {
  readonly language: Language
  readonly word: (text: string) => string
  readonly reason: (code: string) => string | undefined
}
type Option = { readonly value: string; readonly label: string }
/** List with the records of a source. `isPaged`: the list has pages, and more records may follow. */
type From = {
  readonly read: ReadName
  readonly rows: string
  readonly value: string
  readonly isPaged?: true
  readonly about?: (row: Fields, reader: Reader) => string
}

const named = ({ names }: Fields, { language }: Reader): string =>
  Array.isArray(names) ? names.join(' / ') : (names as Readonly<Record<Language, string>>)[language]

const lists: Readonly<Record<Exclude<Source, 'timeZone' | 'tier'>, From>> = {
  plan: { read: 'plans.list', rows: 'plans', value: 'id', about: named },
  panel: { read: 'tunnels.providers', rows: 'providers', value: 'provider', about: ({ kind }) => String(kind) },
  node: { read: 'nodes.list', rows: 'nodes', value: 'name', about: ({ state }, { word }) => word(String(state)) },
  endpoint: {
    read: 'webhooks.list',
    rows: 'endpoints',
    value: 'endpoint',
    about: ({ state }, { word }) => word(String(state)),
  },
  apiKey: {
    read: 'api.keys',
    rows: 'apiKeys',
    value: 'keyName',
    about: ({ standing }, { word }) => word(String(standing)),
  },
  segment: { read: 'segments.list', rows: 'segments', value: 'name' },
  benefit: { read: 'benefits.list', rows: 'levels', value: 'kind', about: named },
  promo: {
    read: 'promos.list',
    rows: 'items',
    value: 'code',
    isPaged: true,
    about: ({ off, state }, { word }) => `${String(off)}, ${word(String(state))}`,
  },
  redeem: { read: 'redeem.list', rows: 'items', value: 'name', isPaged: true, about: ({ gives }) => String(gives) },
  operator: {
    read: 'operators.list',
    rows: 'operators',
    value: 'name',
    about: ({ role }, { word }) => word(String(role)),
  },
  network: { read: 'crypto.status', rows: 'networks', value: 'network' },
  reply: { read: 'replies.list', rows: 'replies', value: 'name' },
  mailing: {
    read: 'mailings.list',
    rows: 'items',
    value: 'id',
    isPaged: true,
    about: ({ name, state }, { word }) => `${String(name)}, ${word(String(state))}`,
  },
  review: {
    read: 'reviews.list',
    rows: 'items',
    value: 'id',
    isPaged: true,
    about: ({ order, reason: code, since }, { reason, language }) =>
      [order, reason(String(code)) ?? code, momentText(new Date(String(since)), language)].filter(Boolean).join(', '),
  },
  case: {
    read: 'cases.list',
    rows: 'items',
    value: 'id',
    isPaged: true,
    about: ({ since }, { language }) => momentText(new Date(String(since)), language),
  },
  release: {
    read: 'clients.list',
    rows: 'items',
    value: 'id',
    isPaged: true,
    about: ({ platform, version, state }, { word }) =>
      `${word(String(platform))} ${String(version)}, ${word(String(state))}`,
  },
  view: { read: 'views.list', rows: 'views', value: 'id', about: ({ name }) => String(name) },
  import: {
    read: 'imports.list',
    rows: 'items',
    value: 'id',
    isPaged: true,
    about: ({ origin, state, fileRead }, { word, language }) =>
      `${String(origin)}, ${word(String(state))}, ${momentText(new Date(String(fileRead)), language)}`,
  },
}
/** Sources whose options show only a label, because the value is a mere id. */
const labelled = new Set<Source>(['import', 'mailing', 'review', 'case', 'release', 'view'])

type Props = {
  readonly wiring: Wiring
  readonly source: Source
  /** True if an empty field means all records. */
  readonly isFilter: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Select box with records of the shop. A role that may not read the list types the name. */
export function PickRecord({ source, ...props }: Props) {
  const { role } = useMe()
  if (source === 'timeZone') return <Choice {...props} options={timeZones()} hasMore />
  if (source === 'tier') return <PickTier {...props} />
  const from = lists[source]
  if (!mayDo(role, from.read)) return <Typed {...props} />
  return from.isPaged ? (
    <PickOfPages {...props} source={source} from={from} />
  ) : (
    <PickOfList {...props} source={source} from={from} />
  )
}

type FromProps = Omit<Props, 'source'> & { readonly from: From; readonly source: Source }

function PickOfList({ from, source, ...props }: FromProps) {
  const { data } = useRead(from.read, {})
  const rows = (data as Readonly<Record<string, readonly Fields[]>> | undefined)?.[from.rows]
  const options = useOptions(rows, from, source)
  return <Choice {...props} options={options} hasMore={false} />
}

function PickOfPages({ from, source, ...props }: FromProps) {
  const { rows, hasMore } = useList(from.read, {} as never, from.rows as never)
  const options = useOptions(rows as readonly Fields[] | undefined, from, source)
  return <Choice {...props} options={options} hasMore={hasMore} />
}

/** Tiers of the affiliate terms. `auto`: the tier that the number of referrals gives. */
function PickTier(props: Omit<Props, 'source'>) {
  const { language, acting } = useVocabulary()
  const { data } = useRead('terms.list', {})
  const tiers = (data?.terms as { readonly tiers?: readonly Fields[] } | undefined)?.tiers ?? []
  const options = tiers.map((tier) => ({
    value: String(tier.id),
    label: (tier.names as Readonly<Record<Language, string>>)[language],
  }))
  return <Choice {...props} options={[{ value: 'auto', label: acting.byReferrals }, ...options]} hasMore={false} />
}

function useOptions(rows: readonly Fields[] | undefined, from: From, source: Source): readonly Option[] {
  const { language, value: word, reason } = useVocabulary()
  const options = new Map<string, string>()
  for (const row of rows ?? []) {
    const value = String(row[from.value])
    const about = from.about?.(row, { language, word, reason }) ?? ''
    options.set(value, labelled.has(source) ? about : about === '' ? value : `${value} (${about})`)
  }
  return [...options].map(([value, label]) => ({ value, label }))
}

const timeZones = (): readonly Option[] => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

const other = '\u0000'

/**
 * Select box that keeps a value which is no option, because a link may contain one. `hasMore`: offers to type a value
 * that the list does not show.
 */
function Choice({
  wiring,
  value,
  onChange,
  isFilter,
  options,
  hasMore,
}: Omit<Props, 'source'> & { readonly options: readonly Option[]; readonly hasMore: boolean }) {
  const { acting } = useVocabulary()
  const [isTyping, setTyping] = useState(false)
  if (isTyping) return <Typed wiring={wiring} value={value} onChange={onChange} />
  const isUnknown = value !== '' && !options.some((option) => option.value === value)
  return (
    <select
      className="sel"
      {...wiring}
      value={value}
      onChange={({ target }) => {
        if (target.value === other) setTyping(true)
        onChange(target.value === other ? '' : target.value)
      }}
    >
      <option value="">{isFilter ? acting.all : acting.choose}</option>
      {isUnknown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {hasMore && <option value={other}>{acting.notListed}</option>}
    </select>
  )
}

const Typed = ({ wiring, value, onChange }: Pick<Props, 'wiring' | 'value' | 'onChange'>) => (
  <input
    className="in-t"
    type="text"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    {...wiring}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

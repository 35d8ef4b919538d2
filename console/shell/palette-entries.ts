import { useQuery } from '@tanstack/react-query'
import { actionNames, actionTraits, mayDo } from '#console/client/action-traits.ts'
import { actionAddress, hitAddress } from '#console/client/addresses.ts'
import { momentText, sumText, uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { placeKeys } from '#console/client/keys.ts'
import type { Language } from '#shared/language.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import { placeNames } from '#shared/contract/operator/console-places.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { loadLabels, vocabularyIn } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import type { IconName } from '#console/frame/icon.tsx'
import type { DeskText } from '#console/text/en/desk.ts'
import { useEffect, useState } from 'react'

/** Groups of the command palette in display order. The first four hold the server's search results by kind. */
export const groups = ['people', 'orders', 'payments', 'others', 'places', 'acts', 'reads'] as const

export type Entry = {
  readonly key: string
  readonly group: (typeof groups)[number]
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly to: string
  readonly more: string
  readonly hit?: Hit
}
type Found = {
  readonly entries: readonly Entry[]
  readonly desk: DeskText | undefined
  /** Groups for which the server has more search results than are listed. */
  readonly more: ReadonlySet<Entry['group']>
  readonly searching: boolean
  readonly failed: boolean
}

const deskTexts: Readonly<Record<Language, () => Promise<{ readonly default: DeskText }>>> = {
  en: () => import('#console/text/en/desk.ts'),
  'zh-CN': () => import('#console/text/zh-CN/desk.ts'),
}
async function loadWords(language: Language) {
  const [{ about }, { default: desk }] = await Promise.all([vocabularyIn(language), deskTexts[language]()])
  return { about, desk }
}

export function useEntries(typed: string): Found {
  const { t, language } = useSpoken()
  const { role } = useMe()
  const words = typed.trim().toLowerCase()
  const asked = useDebounced(typed.trim(), 180)
  const hits = useRead('search.find', { query: asked }, { enabled: asked.length > 1 })
  const { data: labels = [] } = useQuery({ queryKey: ['labels'], queryFn: loadLabels, staleTime: Infinity })
  const { data: spoken } = useQuery({
    queryKey: ['words', language],
    queryFn: () => loadWords(language),
    staleTime: Infinity,
  })

  const matches = (...texts: readonly string[]) =>
    words.split(/\s+/).every((word) => texts.some((text) => text.toLowerCase().includes(word)))
  const places = placeNames
    .filter((name) => matches(name, t.places[name], t.about[name]))
    .map((name): Entry => ({
      key: name,
      group: 'places',
      icon: name,
      title: t.places[name],
      more: t.about[name],
      detail: `G ${placeKeys[name].toUpperCase()}`,
      to: `/console/${name}`,
    }))
  const own = labels[language === 'en' ? 0 : 1]
  const actions = actionNames
    .filter((name) => own && mayDo(role, name) && matches(name, ...labels.map((each) => each[name].label)))
    .map((name): Entry => {
      const isAct = actionTraits[name].kind === 'act'
      return {
        key: name,
        group: isAct ? 'acts' : 'reads',
        icon: placeOf(name),
        title: own?.[name].label ?? name,
        more: spoken?.about(name) ?? '',
        detail: name,
        to: actionAddress(name),
      }
    })
  const of = (group: Entry['group']) => actions.filter((each) => each.group === group)
  const current = asked !== '' && asked === typed.trim()
  const found = current ? (hits.data?.hits ?? []).map((hit, index) => entryOf(hit, index, language, spoken?.desk)) : []
  return {
    entries: [...found, ...places, ...of('acts'), ...of('reads')],
    desk: spoken?.desk,
    more: new Set(current ? (hits.data?.more ?? []).map((kind) => groupOf[kind]) : []),
    searching: typed.trim().length > 1 && (!current || hits.isFetching),
    failed: current && hits.error !== null,
  }
}

export type Hit = RowOf<'search.find', 'hits'>

function entryOf(hit: Hit, index: number, language: Language, desk: DeskText | undefined): Entry {
  const moment = hit.until ?? hit.at
  return {
    key: `${hit.kind} ${hit.id} ${index}`,
    group: groupOf[hit.kind],
    icon: hitIcons[hit.kind],
    title: hit.kind === 'person' ? uidText(hit.id) : hit.title,
    detail: [desk && (desk.words[hit.state] ?? hit.state), moment && momentText(new Date(moment), language)]
      .filter(Boolean)
      .join(' – '),
    to: hitAddress(hit),
    more:
      hit.kind === 'person'
        ? hit.title
        : [hit.product?.[language], hit.sum && sumText(hit.sum, language)].filter(Boolean).join(' – '),
    hit,
  }
}

const hitIcons: Readonly<Record<Hit['kind'], IconName>> = {
  person: 'people',
  order: 'orders',
  attempt: 'money',
  payment: 'money',
  refund: 'back',
  transfer: 'money',
  address: 'money',
  payout: 'affiliates',
  group: 'two',
  promo: 'shop',
  redeem: 'shop',
}

const groupOf: Readonly<Record<Hit['kind'], Entry['group']>> = {
  person: 'people',
  order: 'orders',
  attempt: 'payments',
  payment: 'payments',
  refund: 'payments',
  transfer: 'payments',
  address: 'payments',
  payout: 'others',
  group: 'others',
  promo: 'others',
  redeem: 'others',
}

/** Returns the text after a pause in typing; empty before the first pause. */
export function useDebounced(text: string, afterMs: number): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return rested
}

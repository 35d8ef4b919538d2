import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { actionNames, actionTraits, mayDo } from '#console/client/action-traits.ts'
import { actionAddress, hitAddress } from '#console/client/addresses.ts'
import { momentText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { placeKeys } from '#console/client/place-keys.ts'
import { placeNames, placeOf } from '#shared/contract/operator/places.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { loadLabels } from '#console/client/vocabulary.ts'
import type { RowOf } from '#console/client/wire.ts'
import type { IconName } from '#console/list/icon.tsx'

export type Entry = {
  readonly key: string
  readonly group: 'places' | 'hits' | 'acts' | 'reads'
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly to: string
}
type Found = {
  readonly entries: readonly Entry[]
  readonly searching: boolean
  readonly failed: boolean
}

/** What the palette offers for what is typed: what the server finds, then places and actions by their words. */
export function useEntries(typed: string): Found {
  const { t, language } = useSpoken()
  const { role } = useMe()
  const words = typed.trim().toLowerCase()
  const asked = useRested(typed.trim())
  const hits = useRead('search.find', { query: asked }, { enabled: asked.length > 1 })
  const { data: labels = [] } = useQuery({ queryKey: ['labels'], queryFn: loadLabels, staleTime: Infinity })

  const matches = (...texts: readonly string[]) =>
    words.split(/\s+/).every((word) => texts.some((text) => text.toLowerCase().includes(word)))
  const places = placeNames
    .filter((name) => matches(name, t.places[name], t.about[name]))
    .map((name): Entry => ({
      key: name,
      group: 'places',
      icon: name,
      title: t.places[name],
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
        detail: name,
        to: actionAddress(name),
      }
    })
  const of = (group: Entry['group']) => actions.filter((each) => each.group === group)
  const current = asked !== '' && asked === typed.trim()
  const found = current ? (hits.data?.hits ?? []).map((hit, index) => entryOf(hit, index, language)) : []
  return {
    entries: [...found, ...places, ...of('acts'), ...of('reads')],
    searching: typed.trim().length > 1 && (!current || hits.isFetching),
    failed: current && hits.error !== null,
  }
}

/** What is typed, once no key was pressed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 180)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type Hit = RowOf<'search.find', 'hits'>

function entryOf(hit: Hit, index: number, language: 'en' | 'zh-CN'): Entry {
  const moment = hit.until ?? hit.at
  return {
    key: `${hit.kind} ${hit.id} ${index}`,
    group: 'hits',
    icon: hitIcons[hit.kind],
    title: hit.title,
    detail: [hit.state, moment && momentText(new Date(moment), language)].filter(Boolean).join(' – '),
    to: hitAddress(hit),
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

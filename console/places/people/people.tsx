import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { ActionsOf } from '#console/act/action-list.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useSpoken } from '#console/client/language.ts'
import { Finder } from '#console/list/finder.tsx'
import { Head } from '#console/frame/head.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import { PeopleList } from './people-list.tsx'
import { Person } from './person.tsx'

const Mailings = lazy(async () => ({ default: (await import('./mailings.tsx')).Mailings }))
const Segments = lazy(async () => ({ default: (await import('./mailings.tsx')).Segments }))
const mailingTexts = {
  en: () => import('#console/text/en/places/mailings.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/mailings.ts'),
}
const writeMailing = page(() => import('./write-mailing.tsx'), mailingTexts)
const showMailing = page(() => import('./show-mailing.tsx'), mailingTexts)

export default function People({ t }: { t: PeopleText }) {
  const [{ user }] = useAddressValues()
  return (
    <Routes>
      <Route index element={user ? <Person key={user} user={user} t={t} /> : <Parts t={t} />} />
      <Route path="mailings/new" element={<LazyPage of={writeMailing} />} />
      <Route path="mailings/:mailing" element={<LazyPage of={showMailing} />} />
      <Route path="*" element={<Parts t={t} />} />
    </Routes>
  )
}

function Parts({ t }: { t: PeopleText }) {
  const { t: shell } = useSpoken()
  const tabs = (['find', 'mailings', 'segments', 'more'] as const).map((part) => ({
    to: part === 'find' ? '/console/people' : `/console/people/${part}`,
    label: t.tabs[part],
    isRoot: part === 'find',
  }))
  return (
    <>
      <Head title={shell.places.people} about={t.about}>
        <ActOf name="people.create" look="plate" />
      </Head>
      <Tabs label={t.places} tabs={tabs} />
      <Suspense>
        <Routes>
          <Route
            index
            element={
              <>
                <Finder t={t} />
                <PeopleList t={t} />
              </>
            }
          />
          <Route path="mailings" element={<Mailings t={t} />} />
          <Route path="segments" element={<Segments t={t} />} />
          <Route path="more" element={<ActionsOf place="people" />} />
          <Route path="*" element={<Navigate to="/console/people" replace />} />
        </Routes>
      </Suspense>
    </>
  )
}

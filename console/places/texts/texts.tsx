import { Navigate, Route, Routes } from 'react-router'
import { ActionsOf } from '#console/act/action-list.tsx'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useSpoken } from '#console/client/language.ts'
import { Head } from '#console/frame/head.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { Canary } from './canary.tsx'
import { Clients } from './clients.tsx'
import { kinds, TextList } from './text-list.tsx'

const editor = page(() => import('./editor.tsx'), {
  en: () => import('#console/text/en/places/texts.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/texts.ts'),
})

export default function Texts({ t }: { t: TextsText }) {
  return (
    <Routes>
      <Route path=":kind/:slug" element={<LazyPage of={editor} />} />
      <Route path="*" element={<Lists t={t} />} />
    </Routes>
  )
}

function Lists({ t }: { t: TextsText }) {
  const { t: shell } = useSpoken()
  const tabs = [...kinds, 'clients' as const, 'canary' as const, 'more' as const].map((part) => ({
    to: `/console/texts/${part}`,
    label: t.tabs[part],
  }))
  return (
    <>
      <Head title={shell.places.texts} about={shell.about.texts} />
      <Tabs label={t.parts} tabs={tabs} />
      <Routes>
        {kinds.map((kind) => (
          <Route key={kind} path={kind} element={<TextList key={kind} t={t} kind={kind} />} />
        ))}
        <Route path="clients" element={<Clients />} />
        <Route path="canary" element={<Canary t={t.canary} />} />
        <Route path="more" element={<ActionsOf place="texts" />} />
        <Route path="*" element={<Navigate to="/console/texts/announcement" replace />} />
      </Routes>
    </>
  )
}

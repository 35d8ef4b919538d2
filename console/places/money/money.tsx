import { Navigate, Route, Routes } from 'react-router'
import { ActionsOf } from '#console/act/action-list.tsx'
import { RoleRequired } from '#console/act/role-required.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useMe } from '#console/client/session.ts'
import { Head } from '#console/frame/head.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'
import { Crypto } from './crypto.tsx'
import { Exports } from './exports.tsx'
import { Ledger } from './ledger.tsx'
import { Reconciliation } from './reconciliation.tsx'

const months = page(() => import('./months.tsx'), {
  en: () => import('#console/text/en/places/months.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/months.ts'),
})

/** Pages without tasks for the support role. Its menu omits them, but links still open them. */
const onlyFigures: ReadonlySet<string> = new Set(['months', 'ledger', 'reconciliation'])

export default function Money({ t }: { t: MoneyText }) {
  const { t: shell } = useSpoken()
  const { role } = useMe()
  const parts = (['months', 'ledger', 'reconciliation', 'crypto', 'exports', 'more'] as const).filter(
    (part) => (part !== 'exports' || mayDo(role, 'exports.list')) && (role !== 'support' || !onlyFigures.has(part)),
  )
  return (
    <>
      <Head title={shell.places.money} about={shell.about.money} />
      <Tabs label={t.parts} tabs={parts.map((part) => ({ to: `/console/money/${part}`, label: t.tabs[part] }))} />
      <Routes>
        <Route index element={<Navigate to={parts[0] ?? 'months'} replace />} />
        <Route path="months" element={<LazyPage of={months} />} />
        <Route path="ledger" element={<Ledger t={t} />} />
        <Route path="reconciliation" element={<Reconciliation t={t} />} />
        <Route path="crypto" element={<Crypto t={t} />} />
        <Route
          path="exports"
          element={
            mayDo(role, 'exports.list') ? (
              <Exports t={t} />
            ) : (
              <RoleRequired title={t.tabs.exports} name="exports.list" />
            )
          }
        />
        <Route path="more" element={<ActionsOf place="money" />} />
        <Route path="*" element={<Navigate to="/console/money/ledger" replace />} />
      </Routes>
    </>
  )
}

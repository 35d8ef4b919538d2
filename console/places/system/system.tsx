import { Navigate, Route, Routes } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { ActionsOf } from '#console/act/action-list.tsx'
import { Head } from '#console/list/head.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'
import { Alerts } from './alerts.tsx'
import { Audit } from './audit.tsx'
import { Errors } from './errors.tsx'
import { Jobs } from './jobs.tsx'
import { Limits } from './limits.tsx'
import { Nodes } from './nodes.tsx'
import { Notifications } from './notifications.tsx'
import { Operators } from './operators.tsx'
import { Recovery } from './recovery.tsx'
import { Sms } from './sms.tsx'
import { TunnelProviders } from './tunnel-providers.tsx'

const parts = [
  'operators',
  'recovery',
  'alerts',
  'notifications',
  'audit',
  'jobs',
  'errors',
  'tunnels',
  'nodes',
  'sms',
  'limits',
  'more',
] as const

export default function System({ t }: { t: SystemText }) {
  const { t: shell } = useSpoken()
  return (
    <>
      <Head title={shell.places.system} about={shell.about.system} />
      <Tabs label={t.parts} tabs={parts.map((part) => ({ to: `/console/system/${part}`, label: t.tabs[part] }))} />
      <Routes>
        <Route index element={<Navigate to="operators" replace />} />
        <Route path="operators" element={<Operators t={t} />} />
        <Route path="alerts" element={<Alerts t={t} />} />
        <Route path="notifications" element={<Notifications t={t} />} />
        <Route path="recovery" element={<Recovery t={t} />} />
        <Route path="audit" element={<Audit t={t} />} />
        <Route path="jobs" element={<Jobs t={t} />} />
        <Route path="errors" element={<Errors t={t} />} />
        <Route path="tunnels" element={<TunnelProviders t={t} />} />
        <Route path="nodes" element={<Nodes t={t} />} />
        <Route path="sms" element={<Sms />} />
        <Route path="limits" element={<Limits t={t} />} />
        <Route path="more" element={<ActionsOf place="system" />} />
        <Route path="*" element={<Navigate to="/console/system/operators" replace />} />
      </Routes>
    </>
  )
}

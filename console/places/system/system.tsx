import { Navigate, Route, Routes, Link } from 'react-router'
import type { ActionName } from '#shared/contract/operator.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useSpoken } from '#console/client/language.ts'
import { ActionsOf } from '#console/act/action-list.tsx'
import { RoleRequired } from '#console/act/role-required.tsx'
import { Head } from '#console/frame/head.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { SystemText } from '#console/text/en/places/system.ts'
import { Audit } from './audit.tsx'
import { Jobs } from './jobs.tsx'
import { Limits } from './limits.tsx'
import { Nodes } from './nodes.tsx'
import { Operators } from './operators.tsx'
import { Recovery } from './recovery.tsx'
import { TunnelProviders } from './tunnel-providers.tsx'
import { LazyPage, page, type Page } from '#console/client/lazy-page.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { OutputView } from '#console/list/output-view.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'

const settings = page(() => import('./settings/settings.tsx'), {
  en: () => import('#console/text/en/places/settings.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/settings.ts'),
})

const brand = page(() => import('./brand/brand.tsx'), {
  en: () => import('#console/text/en/places/brand.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/brand.ts'),
})

const connections = page(() => import('./connections.tsx'), {
  en: () => import('#console/text/en/places/connections.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/connections.ts'),
})

const nodeWizard = page(() => import('./node-wizard.tsx'), {
  en: () => import('#console/text/en/places/node-wizard.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/node-wizard.ts'),
})

const panelWizard = page(() => import('./panel-wizard.tsx'), {
  en: () => import('#console/text/en/places/panel-wizard.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/panel-wizard.ts'),
})

const systemTexts = {
  en: () => import('#console/text/en/places/system.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/system.ts'),
}
const alerts = page(() => import('./alerts/alerts.tsx'), systemTexts)
const notifications = page(() => import('./notifications/notifications.tsx'), systemTexts)
const webhooks = page(() => import('./integrations/webhooks.tsx'), {
  en: () => import('#console/text/en/places/webhooks.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/webhooks.ts'),
})

const apiKeys = page(() => import('./integrations/api-keys.tsx'), {
  en: () => import('#console/text/en/places/webhooks.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/webhooks.ts'),
})

const parts = [
  'settings',
  'connections',
  'brand',
  'operators',
  'recovery',
  'alerts',
  'notifications',
  'audit',
  'jobs',
  'errors',
  'tunnels',
  'nodes',
  'webhooks',
  'api-keys',
  'sms',
  'limits',
  'more',
] as const

/** Pages that only some roles see, each with the action that a role must be allowed to use. */
const neededFor = {
  recovery: 'operators.reset-factor',
  connections: 'connections.list',
  webhooks: 'webhooks.list',
  'api-keys': 'api.keys',
} as const satisfies Partial<Record<(typeof parts)[number], ActionName>>

export default function System({ t }: { t: SystemText }) {
  const { t: shell } = useSpoken()
  const { role } = useMe()
  const own = parts.filter((part) =>
    mayDo(role, part in neededFor ? neededFor[part as keyof typeof neededFor] : 'alerts.list'),
  )
  const renderFor = (part: keyof typeof neededFor, of: Page) =>
    own.includes(part) ? <LazyPage of={of} /> : <RoleRequired title={t.tabs[part]} name={neededFor[part]} />
  return (
    <>
      <Head title={shell.places.system} about={shell.about.system} />
      <Tabs label={t.parts} tabs={own.map((part) => ({ to: `/console/system/${part}`, label: t.tabs[part] }))} />
      <Routes>
        <Route index element={<Navigate to="settings" replace />} />
        <Route path="settings" element={<LazyPage of={settings} />} />
        <Route path="connections" element={renderFor('connections', connections)} />
        <Route path="brand" element={<LazyPage of={brand} />} />
        <Route path="operators" element={<Operators t={t} />} />
        <Route path="alerts" element={<LazyPage of={alerts} />} />
        <Route path="notifications" element={<LazyPage of={notifications} />} />
        <Route path="recovery" element={<Recovery t={t} />} />
        <Route path="audit" element={<Audit t={t} />} />
        <Route path="jobs" element={<Jobs t={t} />} />
        <Route path="errors" element={<Errors t={t} />} />
        <Route path="tunnels" element={<TunnelProviders t={t} />} />
        <Route path="tunnels/new" element={<LazyPage of={panelWizard} />} />
        <Route path="tunnels/edit" element={<LazyPage of={panelWizard} />} />
        <Route path="nodes" element={<Nodes t={t} />} />
        <Route path="nodes/new" element={<LazyPage of={nodeWizard} />} />
        <Route path="nodes/install" element={<LazyPage of={nodeWizard} />} />
        <Route path="webhooks" element={renderFor('webhooks', webhooks)} />
        <Route path="api-keys" element={renderFor('api-keys', apiKeys)} />
        <Route path="sms" element={<Sms />} />
        <Route path="limits" element={<Limits t={t} />} />
        <Route path="more" element={<ActionsOf place="system" />} />
        <Route path="*" element={<Navigate to="/console/system/settings" replace />} />
      </Routes>
    </>
  )
}

const Errors = ({ t }: { t: SystemText }) => (
  <ListPanel
    name="errors.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    renderActions={({ id }) => (
      <Link className="lnk" to={actionAddress('errors.show', { id })}>
        {t.show}
      </Link>
    )}
  />
)

function Sms() {
  const { label, about, action } = useVocabulary()
  const spent = useRead('sms.spent', {})
  return (
    <Panel title={label('sms.spent')} foot={about('sms.spent')}>
      <Reading of={spent}>{(data) => <OutputView shape={action('sms.spent').output} output={data} />}</Reading>
    </Panel>
  )
}

import { Navigate, Route, Routes } from 'react-router'
import { ActionsOf } from '#console/act/action-list.tsx'
import { RoleRequired } from '#console/act/role-required.tsx'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Head } from '#console/frame/head.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import { Benefits } from './benefits.tsx'

const lists = {
  plans: 'plans.compare',
  promos: 'promos.list',
  redeem: 'redeem.list',
  benefits: 'benefits.list',
  methods: 'methods.list',
  routes: 'routes.list',
} as const

const plans = page(() => import('./plans.tsx'), {
  en: () => import('#console/text/en/places/shop.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/shop.ts'),
})

export default function Shop() {
  const { t } = useSpoken()
  const { label } = useVocabulary()
  const { role } = useMe()
  const parts = Object.entries(lists).filter(([, name]) => mayDo(role, name))
  const tabs = parts.map(([part, name]) => ({ to: `/console/shop/${part}`, label: label(name) }))
  return (
    <>
      <Head title={t.places.shop} about={t.about.shop} />
      <Tabs label={t.places.shop} tabs={[...tabs, { to: '/console/shop/more', label: t.actions.title }]} />
      <Routes>
        <Route index element={<Navigate to="plans" replace />} />
        <Route path="plans" element={<LazyPage of={plans} />} />
        <Route path="promos" element={<Promos />} />
        <Route path="redeem" element={<Redeem />} />
        <Route
          path="benefits"
          element={
            mayDo(role, 'benefits.list') ? (
              <Benefits />
            ) : (
              <RoleRequired title={label('benefits.list')} name="benefits.list" />
            )
          }
        />
        <Route path="methods" element={<Methods />} />
        <Route path="routes" element={<PaymentRoutes />} />
        <Route path="more" element={<ActionsOf place="shop" />} />
        <Route path="*" element={<Navigate to="/console/shop/plans" replace />} />
      </Routes>
    </>
  )
}

const Promos = () => (
  <ListPanel
    name="promos.list"
    input={{}}
    rowsOf="items"
    aside={<ActOf name="promos.create" look="plate" />}
    renderActions={({ code }) => <ActOf name="promos.disable" given={{ code }} />}
  />
)

const Redeem = () => (
  <ListPanel
    name="redeem.list"
    input={{}}
    rowsOf="items"
    aside={<ActOf name="redeem.create" look="plate" />}
    renderActions={({ name, withdrawn }) => withdrawn === null && <ActOf name="redeem.disable" given={{ name }} />}
  />
)

const Methods = () => (
  <ListPanel
    name="methods.list"
    input={{}}
    rowsOf="methods"
    renderActions={({ method, state }) =>
      state === 'paused' ? (
        <ActOf name="methods.resume" given={{ method }} />
      ) : (
        <ActOf name="methods.pause" given={{ method }} />
      )
    }
  />
)

const PaymentRoutes = () => (
  <ListPanel
    name="routes.list"
    input={{}}
    rowsOf="routes"
    renderActions={({ method, currency, choices }) =>
      choices.length > 1 && <ActOf name="routes.set" given={{ method, currency: currency as 'CNY' | 'USD' }} />
    }
  />
)

import { Link, Navigate, Route, Routes } from 'react-router'
import { ActionsOf } from '#console/act/action-list.tsx'
import { ActOf } from '#console/act/act-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { LazyPage, page } from '#console/client/lazy-page.tsx'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Head } from '#console/frame/head.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Tabs } from '#console/list/tabs.tsx'

/**
 * Read action of the list on each tab. The support role sees only the first tab, because it has no tasks on the others;
 * links still open them.
 */
const lists = {
  members: 'affiliates.list',
  payouts: 'payouts.list',
  batches: 'payouts.batches',
  terms: 'terms.list',
} as const

const payouts = page(() => import('./payouts.tsx'), {
  en: () => import('#console/text/en/places/payouts.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/payouts.ts'),
})

const termsForm = page(() => import('./terms-form.tsx'), {
  en: () => import('#console/text/en/places/terms-form.ts'),
  'zh-CN': () => import('#console/text/zh-CN/places/terms-form.ts'),
})

export default function Affiliates() {
  const { t } = useSpoken()
  const { label } = useVocabulary()
  const { role } = useMe()
  const tabs = Object.entries(lists)
    .filter(([part]) => role !== 'support' || part === 'members')
    .map(([part, name]) => ({ to: `/console/affiliates/${part}`, label: label(name) }))
  return (
    <>
      <Head title={t.places.affiliates} about={t.about.affiliates} />
      <Tabs label={t.places.affiliates} tabs={[...tabs, { to: '/console/affiliates/more', label: t.actions.title }]} />
      <Routes>
        <Route index element={<Navigate to="members" replace />} />
        <Route path="members" element={<Members />} />
        <Route path="payouts" element={<LazyPage of={payouts} />} />
        <Route path="commissions" element={<Commissions />} />
        <Route path="batches" element={<Batches />} />
        <Route path="terms" element={<Terms />} />
        <Route path="terms/new" element={<LazyPage of={termsForm} />} />
        <Route path="more" element={<ActionsOf place="affiliates" />} />
        <Route path="*" element={<Navigate to="/console/affiliates/members" replace />} />
      </Routes>
    </>
  )
}

function Members() {
  const { label } = useVocabulary()
  return (
    <ListPanel
      name="affiliates.list"
      input={{}}
      rowsOf="items"
      renderActions={({ uid, state }) => {
        const user = String(uid)
        return (
          <>
            <Link className="lnk" to={`/console/affiliates/commissions#${new URLSearchParams({ user })}`}>
              {label('commissions.list')}
            </Link>
            <Link className="lnk" to={actionAddress('affiliates.show', { user })}>
              {label('affiliates.show')}
            </Link>
            <ActOf name="affiliates.clear-name" given={{ user }} />
            <ActOf name="affiliates.set-tier" given={{ user }} />
            {state === 'suspended' ? (
              <ActOf name="affiliates.resume" given={{ user }} />
            ) : (
              <ActOf name="affiliates.suspend" given={{ user }} />
            )}
          </>
        )
      }}
    />
  )
}

/** Commissions of one affiliate, with what can be done about each. */
function Commissions() {
  const [{ user }] = useAddressValues()
  if (user === undefined) return <Navigate to="/console/affiliates/members" replace />
  return (
    <ListPanel
      name="commissions.list"
      input={{ user }}
      rowsOf="items"
      without={['id']}
      renderActions={({ order, review }) => (
        <>
          {review === null ? (
            <ActOf name="commissions.hold" given={{ order }} />
          ) : (
            <ActOf name="commissions.release" given={{ order }} />
          )}
          <ActOf name="commissions.void" given={{ order }} />
        </>
      )}
    />
  )
}

const Batches = () => (
  <ListPanel
    name="payouts.batches"
    input={{}}
    rowsOf="items"
    renderActions={({ id: batch, open }) =>
      open > 0 && (
        <>
          <ActOf name="payouts.file" given={{ batch }} />
          <ActOf name="payouts.check-file" given={{ batch }} />
          <ActOf name="payouts.paid-batch" given={{ batch }} />
        </>
      )
    }
  />
)

function Terms() {
  const { label } = useVocabulary()
  const { role } = useMe()
  const aside = mayDo(role, 'terms.publish') && (
    <Link className="btn" to="/console/affiliates/terms/new">
      {label('terms.publish')}
    </Link>
  )
  return <ListPanel name="terms.list" input={{}} rowsOf="versions" aside={aside} />
}

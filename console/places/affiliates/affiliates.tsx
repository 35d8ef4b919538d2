import { Link, Navigate, Route, Routes } from 'react-router'
import { ActionsOf } from '#console/act/action-list.tsx'
import { ActOf } from '#console/act/act-of.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { useSpoken } from '#console/client/language.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Head } from '#console/list/head.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Tabs } from '#console/list/tabs.tsx'

const lists = { members: 'affiliates.list', payouts: 'payouts.list', terms: 'terms.list' } as const

/** `/console/affiliates/…`: who is in the programme, what is paid out, and on which terms. */
export default function Affiliates() {
  const { t } = useSpoken()
  const { label } = useVocabulary()
  const tabs = Object.entries(lists).map(([part, name]) => ({ to: `/console/affiliates/${part}`, label: label(name) }))
  return (
    <>
      <Head title={t.places.affiliates} about={t.about.affiliates} />
      <Tabs label={t.places.affiliates} tabs={[...tabs, { to: '/console/affiliates/more', label: t.actions.title }]} />
      <Routes>
        <Route index element={<Navigate to="members" replace />} />
        <Route path="members" element={<Members />} />
        <Route path="payouts" element={<Payouts />} />
        <Route path="terms" element={<Terms />} />
        <Route path="more" element={<ActionsOf place="affiliates" />} />
        <Route path="*" element={<Navigate to="members" replace />} />
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
            <Link className="lnk" to={actionAddress('commissions.list', { user })}>
              {label('commissions.list')}
            </Link>
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

const Payouts = () => (
  <ListPanel
    name="payouts.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    aside={<ActOf name="payouts.prepare" look="plate" />}
    renderActions={({ id, address }) => (
      <>
        <ActOf name="payouts.approve" given={{ id, address }} />
        {address !== '' && <ActOf name="payouts.allow-address" given={{ address }} />}
        <ActOf name="payouts.paid" given={{ id }} />
        <ActOf name="payouts.cancel" given={{ id }} />
      </>
    )}
  />
)

const Terms = () => (
  <ListPanel name="terms.list" input={{}} rowsOf="versions" aside={<ActOf name="terms.publish" look="plate" />} />
)

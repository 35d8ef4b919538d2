import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, Link } from 'react-router'
import { isActionName, mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useSpoken } from '#console/client/language.ts'
import { Head } from '#console/frame/head.tsx'
import { Skeleton } from '#console/frame/query-state.tsx'
import { Tabs } from '#console/list/tabs.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Approval } from './approval.tsx'
import { CaseFile, Cases } from './cases.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import { useCounts } from './use-counts.ts'
import { RoleRequired } from '#console/act/role-required.tsx'
import { ActButton } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { approvalAddress } from '#console/client/addresses.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'

const Reviews = lazy(async () => ({ default: (await import('./reviews.tsx')).Reviews }))
const Messages = lazy(async () => ({ default: (await import('./messages.tsx')).Messages }))
const Replies = lazy(async () => ({ default: (await import('./replies.tsx')).Replies }))

const parts = ['reviews', 'approvals', 'messages', 'applications', 'cases', 'referrals', 'jobs'] as const

export default function Queue({ t }: { t: QueueText }) {
  const { t: shell } = useSpoken()
  const { role } = useMe()
  const counts = useCounts()
  const own = parts.filter((part) => part !== 'messages' || mayDo(role, 'messages.list'))
  return (
    <>
      <Head title={shell.places.queue} about={shell.about.queue} />
      <Tabs
        label={t.parts}
        tabs={own.map((part) => ({ to: `/console/queue/${part}`, label: t.tabs[part], count: counts[part] }))}
      />
      <Suspense fallback={<Skeleton />}>
        <Routes>
          <Route index element={<Navigate to="reviews" replace />} />
          <Route path="reviews/:id?" element={<Reviews t={t} />} />
          <Route path="approvals" element={<Approvals t={t} />} />
          <Route path="approvals/:id" element={<Approval t={t} />} />
          <Route
            path="messages"
            element={
              own.includes('messages') ? (
                <Messages t={t} />
              ) : (
                <RoleRequired title={t.tabs.messages} name="messages.list" />
              )
            }
          />
          <Route
            path="replies"
            element={
              mayDo(role, 'replies.list') ? <Replies /> : <RoleRequired title={t.tabs.messages} name="replies.list" />
            }
          />
          <Route path="applications" element={<Applications t={t} />} />
          <Route path="cases" element={<Cases t={t} />} />
          <Route path="cases/:id" element={<CaseFile t={t} />} />
          <Route path="referrals" element={<Referrals t={t} />} />
          <Route path="jobs" element={<DeadJobs t={t} />} />
          <Route path="*" element={<Navigate to="/console/queue/reviews" replace />} />
        </Routes>
      </Suspense>
    </>
  )
}

const Applications = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="affiliates.applications"
    input={{}}
    rowsOf="items"
    renderActions={({ uid }) => (
      <>
        <ActButton name="affiliates.approve" given={{ user: String(uid) }} label={t.approve} />
        <ActButton name="affiliates.reject" given={{ user: String(uid) }} label={t.reject} />
      </>
    )}
  />
)

function Approvals({ t }: { t: QueueText }) {
  const { label } = useVocabulary()
  return (
    <ListPanel
      name="approvals.list"
      input={{}}
      rowsOf="items"
      without={['id']}
      cells={{ action: { render: ({ action }) => (isActionName(action) ? label(action) : action) } }}
      renderActions={({ id }) => (
        <Link className="lnk" to={approvalAddress(id)}>
          {t.show}
        </Link>
      )}
    />
  )
}

const Referrals = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="referrals.held"
    input={{}}
    rowsOf="items"
    renderActions={({ uid }) => (
      <>
        <ActButton name="referrals.release" given={{ user: String(uid) }} label={t.count} />
        <ActButton name="referrals.refuse" given={{ user: String(uid) }} label={t.refuse} />
      </>
    )}
  />
)

import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { QuickActionButton } from '#console/act/quick-action-button.tsx'
import { mayDo } from '#console/client/action-traits.ts'
import { orderAddress, personAddress } from '#console/client/addresses.ts'
import { sumText, uidText, type StatedSum } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { AlsoHere, Panel } from '#console/list/panel.tsx'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Reading, Skeleton } from '#console/frame/query-state.tsx'
import { TimelineRows } from '#console/list/timeline-rows.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { SimilarReviews, wordOf } from './similar-reviews.tsx'
import { Decide } from './decide.tsx'
import { Facts } from './review-facts.tsx'
import { differenceOf, partsOf, sumsOf } from './review-sums.ts'
import { Assignment } from './assignment.tsx'
import { useReviewKeys } from './use-review-keys.ts'

const HeldReply = lazy(() => import('./held-reply.tsx'))

type ReviewPage = Output<'reviews.show'>
type OrderPage = Output<'orders.show'>
type Props = { readonly t: QueueText; readonly id: string }

export function Review({ t, id }: Props) {
  const { role } = useMe()
  const box = useReviewKeys()
  const page = useRead('reviews.show', { id })
  const order = page.data?.order ?? null
  const known = useRead('orders.show', { order: order ?? '' }, { enabled: order !== null, every: 15_000 })
  return (
    <div className="stack" ref={box}>
      <Reading of={page}>
        {(review) => (
          <>
            <Known t={t} review={review} order={known.data} />
            {review.decided === null && <Decide t={t} review={review} />}
            {review.decided === null && review.user !== null && mayDo(role, 'messages.answer') && (
              <Suspense fallback={<Skeleton />}>
                <HeldReply key={review.id} user={String(review.user)} order={review.order} />
              </Suspense>
            )}
          </>
        )}
      </Reading>
    </div>
  )
}

type KnownProps = { readonly t: QueueText; readonly review: ReviewPage; readonly order: OrderPage | undefined }

function Known({ t, review, order }: KnownProps) {
  const { language } = useSpoken()
  const { reason, since, details, decided, user } = review
  const currency = order?.total.currency
  return (
    <Panel
      title={t.reasons[reason] ?? reason}
      note={
        <>
          {review.order === null ? (
            t.noOrder
          ) : (
            <Link to={orderAddress(review.order)}>{`${t.order} ${review.order}`}</Link>
          )}
          {order && `, ${order.product[language]}, ${t.desk.words[order.method] ?? order.method}`}
          {user !== null && (
            <>
              , {t.buyer} <Link to={personAddress(user)}>{uidText(user)}</Link>
            </>
          )}
          , <Moment at={since} />
        </>
      }
      aside={
        <>
          <AlsoHere place="queue" id={review.id} />
          {decided === null && <Taking t={t} review={review} />}
        </>
      }
    >
      <div className="in stack">
        {decided !== null && <Decided t={t} review={review} />}
        <div className="g2">
          <div className="stack">
            {order && (
              <div className="stack tight">
                <h3>{t.happened}</h3>
                <TimelineRows rows={order.way.filter(({ kind }) => ofMoney.includes(kind))} t={t.desk} />
              </div>
            )}
            <div className="stack tight">
              <h3>{t.received}</h3>
              <Facts t={t} of={details} currency={currency} />
            </div>
          </div>
          <div className="stack">
            <Sums t={t} details={details} total={order?.total ?? null} />
            <SimilarReviews t={t} rows={review.alike} />
          </div>
        </div>
      </div>
    </Panel>
  )
}

const ofMoney: readonly OrderPage['way'][number]['kind'][] = [
  'status',
  'attempt',
  'fact',
  'transfer',
  'refund',
  'review',
  'time',
]

type SumsProps = { readonly t: QueueText; readonly details: unknown; readonly total: StatedSum | null }

function Sums({ t, details, total }: SumsProps) {
  const { language } = useSpoken()
  const stated = sumsOf(details, total?.currency)
  const sums = { ...stated, asked: stated.asked ?? total }
  const { came, asked } = sums
  const difference = stated.asked && differenceOf(sums)
  if (!came && !asked) return null
  return (
    <dl className="kv sums">
      <Line label={t.sums.asked}>{asked ? sumText(asked, language) : t.sums.none}</Line>
      <Line label={t.sums.came}>{came ? sumText(came, language) : t.sums.none}</Line>
      {difference && difference.amountMinor !== 0 && (
        <Line label={t.sums.differs}>
          {difference.amountMinor > 0 && '+'}
          {sumText(difference, language)}
        </Line>
      )}
    </dl>
  )
}

function Decided({ t, review: { by, decided, decision: said } }: { t: QueueText; review: ReviewPage }) {
  const { decision, why } = partsOf(said)
  return (
    <Note kind="ok" alert>
      <b>{t.decidedBy(by)}</b>, {decided && <Moment at={decided} />}
      <p>
        {wordOf(t, decision)}
        {why && `: ${why}`}
      </p>
    </Note>
  )
}

function Taking({ t, review }: { t: QueueText; review: ReviewPage }) {
  const { role } = useMe()
  const { id } = review
  return (
    <Assignment
      t={t}
      of={review}
      over={
        mayDo(role, 'reviews.decide') && (
          <QuickActionButton name="queue.take" given={{ id, over: true }} label={t.talk.over} />
        )
      }
      renderAct={(isMine) => (
        <>
          <QuickActionButton
            name="queue.take"
            given={{ id }}
            label={isMine ? t.talk.longer : t.talk.take}
            pressKey="t"
          />
          {isMine && <QuickActionButton name="queue.take" given={{ id, leave: true }} label={t.leave} />}
        </>
      )}
    />
  )
}

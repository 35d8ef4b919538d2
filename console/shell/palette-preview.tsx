import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { runAction } from '#console/client/run-action.ts'
import { useNow } from '#console/client/use-now.ts'
import type { Input, Output } from '#console/client/wire.ts'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Sum } from '#console/list/value.tsx'
import type { DeskText } from '#console/text/en/desk.ts'
import type { PaletteText } from '#console/text/en/palette.ts'
import { type Entry, type Hit, useDebounced } from './palette-entries.ts'
import styles from './palette.module.css'

const restMs = 120

type Props = { readonly entry: Entry | undefined; readonly t: PaletteText; readonly desk: DeskText | undefined }

/**
 * Facts about the selected search result. Not a live region, because screen readers would read the facts of every row
 * passed.
 */
export function PalettePreview({ entry, t, desk }: Props) {
  const about = entry?.hit && subjectOf(entry.hit)
  const wanted = about ? `${about.kind} ${about.id}` : ''
  const rested = useDebounced(wanted, restMs)
  const isAsked = wanted !== '' && rested === wanted
  return (
    <section className={styles.side} aria-label={t.preview}>
      {entry && (
        <>
          <h3>{entry.title}</h3>
          {entry.more && <p className="dim">{entry.more}</p>}
          {about && desk && <Facts key={wanted} about={about} isAsked={isAsked} t={t} desk={desk} />}
        </>
      )}
    </section>
  )
}

/** Record whose facts are shown: for a payment its order, for a payout its user. Groups and promo codes have none. */
function subjectOf({ order, user }: Hit): Input<'search.preview'> | null {
  if (order !== null) return { kind: 'order', id: order }
  return user === null ? null : { kind: 'person', id: String(user) }
}

type FactsProps = {
  readonly about: Input<'search.preview'>
  readonly isAsked: boolean
  readonly t: PaletteText
  readonly desk: DeskText
}

function Facts({ about, isAsked, t, desk }: FactsProps) {
  const { t: shell } = useSpoken()
  // The query's signal aborts the request when another row is selected.
  const { data, error } = useQuery({
    queryKey: ['read', 'search.preview', about],
    queryFn: async ({ signal }) =>
      (
        await runAction('search.preview', { input: about, mode: 'read' }, false, (to, init) =>
          fetch(to, { ...init, signal }),
        )
      ).output as Output<'search.preview'>,
    enabled: isAsked,
  })
  if (error) return <p className="faint">{t.failed}</p>
  return data ? (
    <Shown data={data} isOrder={about.kind === 'order'} t={t} desk={desk} />
  ) : (
    <p className="faint">{shell.loading}</p>
  )
}

type ShownProps = {
  readonly data: Output<'search.preview'>
  readonly isOrder: boolean
  readonly t: PaletteText
  readonly desk: DeskText
}

function Shown({ data, isOrder, t, desk }: ShownProps) {
  const { language } = useSpoken()
  const now = useNow(60_000)
  const { memberUntil, order, payment, review } = data
  const isMember = memberUntil !== null && Date.parse(memberUntil) > now
  const word = (state: string) => desk.words[state] ?? state
  return (
    <>
      {isOrder && (
        <p className="dim">
          {uidText(data.user)} {data.name}
        </p>
      )}
      <dl className="kv">
        <Line label={isMember || memberUntil === null ? t.memberUntil : t.memberWas}>
          {memberUntil === null ? t.never : <Moment at={memberUntil} />}
        </Line>
        <Line label={isOrder ? t.order : t.newest}>
          {order ? (
            <Lines>
              {!isOrder && order.number}
              {word(order.status)}
              <>
                <Sum of={order.total} /> {word(order.method)}
              </>
              {order.product[language]}
              <Moment at={order.made} />
            </Lines>
          ) : (
            t.noOrder
          )}
        </Line>
        <Line label={t.payment}>
          {payment ? (
            <Lines>
              <>
                <Sum of={payment.sum} /> {word(payment.state)}
              </>
              {word(payment.provider)}
              <Moment at={payment.at} />
              {payment.order !== order?.number && payment.order}
            </Lines>
          ) : (
            t.noPayment
          )}
        </Line>
        {data.maxDevices > 0 && <Line label={t.devices}>{t.of(data.devices, data.maxDevices)}</Line>}
      </dl>
      {data.blocked !== null && <Note kind="stop">{t.blocked}</Note>}
      {review && <Note kind="stop">{t.waits(desk.reasons[review.reason] ?? review.reason)}</Note>}
      {isPaidForNothing(data, now) && <Note kind="hold">{t.notPaid}</Note>}
    </>
  )
}

const Lines = ({ children }: { children: readonly ReactNode[] }) =>
  children.map(
    (child, index) =>
      child !== false && (
        <span key={index} className={styles.block}>
          {child}
        </span>
      ),
  )

type Standing = Pick<Output<'search.preview'>, 'memberUntil' | 'review'> & {
  readonly payment: Pick<NonNullable<Output<'search.preview'>['payment']>, 'state' | 'at'> | null
}

/**
 * True if the user paid but got no membership, and no review waits for a decision. A payment from before the end of an
 * expired membership has been used up and does not count.
 */
export const isPaidForNothing = ({ memberUntil, payment, review }: Standing, now: number): boolean =>
  !review &&
  payment?.state === 'paid' &&
  (memberUntil === null || (Date.parse(memberUntil) <= now && Date.parse(payment.at) > Date.parse(memberUntil)))

import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { Notes } from '#console/act/notes.tsx'
import { PayerRows } from '#console/act/payer-rows.tsx'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { ActRows } from '#console/list/act-rows.tsx'
import { AlsoHere, Panel } from '#console/list/panel.tsx'
import { Head } from '#console/frame/head.tsx'
import { Part } from '#console/list/part.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { MembershipTimeRows } from '#console/list/membership-time-rows.tsx'
import { TunnelRows } from '#console/list/tunnel-rows.tsx'
import { TimelineRows } from '#console/list/timeline-rows.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import { Facts } from './order-facts.tsx'
import { KeyFigures } from './key-figures.tsx'
import { StatusChip } from './status-chip.tsx'
import { Stages } from './stages.tsx'
import type { OrderPage } from '#console/client/wire.ts'

export function Order({ number, t }: { number: string; t: OrdersText }) {
  const { t: shell } = useSpoken()
  const page = useRead('orders.show', { order: number }, { every: 10_000 })
  const status = page.data?.status
  return (
    <>
      <Head
        title={page.data?.number ?? number}
        crumb={<Link to="/console/orders">{shell.places.orders}</Link>}
        about={
          status !== undefined && (
            <>
              <StatusChip status={status} t={t} />{' '}
              {page.data?.isTest && <span className="tag info">{t.rehearsal}</span>}
            </>
          )
        }
      >
        {page.data && (page.data.paid || status === 'paid') && (
          <ActButton name="orders.refund" given={{ order: page.data.number }} label={t.acts.refund} look="plate" />
        )}
        {page.data && (
          <ActButton
            name="people.give-time"
            given={{ user: String(page.data.user) }}
            label={t.acts.giveTime}
            look="quiet"
          />
        )}
      </Head>
      {page.data && <AlsoHere place="orders" id={page.data.number} />}
      <Reading of={page}>{(data) => <Parts of={data} t={t} />}</Reading>
    </>
  )
}

function Parts({ of, t }: { of: OrderPage; t: OrdersText }) {
  const { action } = useVocabulary()
  const lists = action('orders.show').output.properties
  const failed = new Set(of.refunds.filter(({ status }) => status === 'failed').map(({ id }) => id))
  return (
    <>
      <KeyFigures of={of} t={t} />
      <div className="cols">
        <div className="stack">
          <Stages of={of} t={t} />
          <Panel title={t.way.title}>
            <TimelineRows rows={of.way} t={t} />
          </Panel>
          <Part title={t.parts.reviews} shape={lists?.reviews} rows={of.reviews} without={['id']} words={t.reasons} />
          <Part title={t.parts.statements} shape={lists?.facts} rows={of.facts} words={t.words} />
          <Part title={t.parts.attempts} shape={lists?.attempts} rows={of.attempts} words={t.words} />
          <Part title={t.parts.transfers} shape={lists?.transfers} rows={of.transfers} words={t.words} />
          <Part
            title={t.parts.refunds}
            shape={lists?.refunds}
            rows={of.refunds}
            words={t.words}
            renderActions={({ id }) =>
              failed.has(id) && <ActButton name="refunds.retry" given={{ refund: id }} label={t.acts.retry} />
            }
          />
          <PayerRows user={String(of.user)} />
          <Part title={t.parts.ledger} shape={lists?.ledger} rows={of.ledger} words={t.words} />
          <Part
            title={t.parts.commissions}
            shape={lists?.commissions}
            rows={of.commissions}
            aside={
              of.commissions.reduce((sum, { amount }) => sum + amount.amountMinor, 0) > 0 && (
                <ActButton name="commissions.void" given={{ order: of.number }} label={t.acts.void} />
              )
            }
          />
          {of.time.length > 0 && (
            <Panel title={t.time.title} foot={of.more.includes('time') && t.more}>
              <MembershipTimeRows t={t} rows={of.time} />
            </Panel>
          )}
        </div>
        <div className="stack">
          <Facts of={of} t={t} />
          <TunnelRows
            t={t}
            rows={of.tunnels}
            aside={
              of.tunnels.length > 0 && (
                <ActButton name="tunnels.apply" given={{ user: String(of.user) }} label={t.acts.again} />
              )
            }
          />
          <Notes t={t} about={{ order: of.number }} rows={of.notes} />
          <ActRows t={t} rows={of.acts} foot={of.more.includes('acts') && t.more} />
        </div>
      </div>
    </>
  )
}

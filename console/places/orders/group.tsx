import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { orderAddress, personAddress } from '#console/client/addresses.ts'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { ActRows } from '#console/list/act-rows.tsx'
import { Head } from '#console/frame/head.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Part } from '#console/list/part.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { Sum } from '#console/list/value.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'

type GroupPage = Output<'groups.show'>
type Props = { readonly of: GroupPage; readonly t: OrdersText }

const isGoing = ({ status }: GroupPage): boolean => status === 'unfinished' || status === 'finished'

export function Group({ code, t }: { code: string; t: OrdersText }) {
  const { t: shell } = useSpoken()
  const page = useRead('groups.show', { group: code }, { every: 10_000 })
  const { data } = page
  return (
    <>
      <Head
        title={`${t.group} ${data?.group ?? code}`}
        crumb={<Link to="/console/orders">{shell.places.orders}</Link>}
        about={data && <span className="tag info">{t.groupPage.words[data.status] ?? data.status}</span>}
      >
        {data && isGoing(data) && (
          <ActButton name="groups.expire" given={{ group: data.group }} label={t.groupPage.end} look="quiet" />
        )}
      </Head>
      <Reading of={page}>
        {(of) => (
          <div className="cols">
            <div className="stack">
              <Lists of={of} t={t} />
              <Events of={of} t={t} />
            </div>
            <div className="stack">
              <GroupFacts of={of} t={t} />
              <ActRows t={t} rows={of.acts} foot={of.more.includes('acts') && t.more} />
            </div>
          </div>
        )}
      </Reading>
    </>
  )
}

function Lists({ of, t }: Props) {
  const { action } = useVocabulary()
  const lists = action('groups.show').output.properties
  return (
    <>
      <Part
        title={t.groupPage.seats}
        shape={lists?.seats}
        rows={of.seats}
        without={['user', 'order', 'grant']}
        words={t.groupPage.words}
        renderActions={({ seat, uid, number }) => {
          // Reads the state from the original data, because the displayed rows contain translated words.
          const state = of.seats.find((each) => each.seat === seat && each.uid === uid && each.number === number)?.state
          return (
            (state === 'held' || state === 'paid') && (
              <ActButton name="groups.remove-seat" given={{ group: of.group, seat }} label={t.groupPage.remove} />
            )
          )
        }}
      />
      <Part title={t.groupPage.payments} shape={lists?.payments} rows={of.payments} words={t.words} />
    </>
  )
}

const Events = ({ of, t }: Props) => (
  <Panel title={t.way.title}>
    <ol className="way in">
      {of.events.toReversed().map(({ at, event, seat, uid, number, by }, index) => (
        <li key={`${at} ${event} ${seat} ${index}`} className={event === 'money_gone' ? 'back' : ''}>
          <div className="l1">
            <span>
              <b>{t.groupPage.words[event] ?? event}</b> {seat !== null && t.groupPage.seat(seat)}{' '}
              {uid !== null && <Link to={personAddress(uid)}>{uidText(uid)}</Link>}{' '}
              {number !== null && <Link to={orderAddress(number)}>{number}</Link>}
            </span>
          </div>
          <Moment at={at} /> <span className="faint">{t.words[by] ?? by}</span>
        </li>
      ))}
    </ol>
  </Panel>
)

function GroupFacts({ of, t }: Props) {
  const { language } = useSpoken()
  const { groupPage: say } = t
  return (
    <Panel title={t.facts}>
      <dl className="kv in">
        {of.creator !== null && (
          <Line label={say.creator}>
            <Link to={personAddress(of.creator)}>{uidText(of.creator)}</Link>
          </Line>
        )}
        <Line label={say.plan}>{of.product[language]}</Line>
        <Line label={say.size}>{of.size}</Line>
        <Line label={say.each}>
          <Sum of={of.each} />
        </Line>
        <Line label={say.type}>{say.words[of.type] ?? of.type}</Line>
        <Line label={say.started}>
          <Moment at={of.started} />
        </Line>
        <Line label={say.ends}>
          <Moment at={of.ends} />
        </Line>
      </dl>
    </Panel>
  )
}

export const Groups = ({ t }: { t: OrdersText }) => (
  <ListPanel name="groups.list" input={{}} rowsOf="items" title={t.groupPage.newest} />
)

import { Link } from 'react-router'
import { orderAddress, personAddress } from '#console/client/addresses.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Moment } from '#console/list/age.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { Sum } from '#console/list/value.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

type Person = Output<'people.show'>
const shown = 5

export function PersonBeside({ t, user }: { t: QueueText; user: string }) {
  const { person } = t
  const page = useRead('people.show', { user })
  return (
    <Panel
      title={person.title}
      aside={
        <Link className="lnk" to={personAddress(user)}>
          {person.whole}
        </Link>
      }
    >
      <Reading of={page}>
        {(of) => (
          <div className="in stack">
            <Facts t={t} of={of} />
            <Orders t={t} of={of} />
            <Devices t={t} of={of} />
            <Notes t={t} of={of} />
          </div>
        )}
      </Reading>
    </Panel>
  )
}

type Props = { readonly t: QueueText; readonly of: Person }

function Facts({ t: { person, desk, talk }, of }: Props) {
  return (
    <>
      <span className="bar">
        {of.blocked !== null && <span className="tag stop">{person.blocked}</span>}
        {of.erase !== null && <span className="tag hold">{person.leaves}</span>}
        {of.reviews.length > 0 && <span className="tag stop">{person.reviews(of.reviews.length)}</span>}
      </span>
      <dl className="kv">
        {of.names.map(({ kind, value }) => (
          <Line key={kind} label={desk.words[kind] ?? kind}>
            {value}
          </Line>
        ))}
        <Line label={person.until}>{of.memberUntil === null ? person.never : <Moment at={of.memberUntil} />}</Line>
        <Line label={person.registered}>
          <Moment at={of.registered} />
        </Line>
        <Line label={person.language}>{talk.languages[of.language] ?? of.language}</Line>
      </dl>
    </>
  )
}

function Orders({ t: { person, desk }, of }: Props) {
  const { language } = useSpoken()
  return (
    <>
      <h3>{person.orders}</h3>
      {of.orders.length === 0 && <p className="faint">{person.noOrders}</p>}
      <ul className="stack tight">
        {of.orders.slice(0, shown).map(({ number, product, total, status, made }) => (
          <li key={number}>
            <Link className="lnk" to={orderAddress(number)}>
              {number}
            </Link>{' '}
            <span className="tag">{desk.words[status] ?? status}</span>
            <span className="sub">
              {product[language]}, <Sum of={total} />, <Moment at={made} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Devices({ t: { person }, of }: Props) {
  return (
    <>
      <h3>
        {person.devices} <span className="faint">{person.of(of.devices.length, Math.max(1, of.maxDevices))}</span>
      </h3>
      {of.devices.length === 0 && <p className="faint">{person.noDevices}</p>}
      <ul className="stack tight">
        {of.devices.slice(0, shown).map(({ id, name, os, version, used }) => (
          <li key={id}>
            {name || os}
            <span className="sub">
              {os} {version}, {person.used} <Moment at={used} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Notes({ t: { desk }, of }: Props) {
  const standing = of.notes.filter(({ struck }) => struck === null).slice(0, shown)
  if (standing.length === 0) return null
  return (
    <>
      <h3>{desk.notes.title}</h3>
      <ul className="stack tight">
        {standing.map(({ id, at, by, text }) => (
          <li key={id}>
            {text}
            <span className="sub">
              {by}, <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useEffect } from 'react'
import { Link } from 'react-router'
import { supportAimHours } from '#shared/support.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { uidText } from '#console/client/display.ts'
import { useNow } from '#console/client/use-now.ts'
import { useList } from '#console/client/use-read.ts'
import type { RowOf } from '#console/client/wire.ts'
import { Age } from '#console/list/age.tsx'
import { Failure, Skeleton } from '#console/frame/reading.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { Foot } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Talk } from './talk.tsx'
import { usePickKeys } from './use-pick-keys.ts'

type State = keyof QueueText['talk']['states']
const states: readonly State[] = ['waiting', 'answered', 'closed']
type Row = RowOf<'messages.list', 'items'>

export function Messages({ t }: { t: QueueText }) {
  const { talk } = t
  const [values, setValues] = useAddressValues()
  const state = states.find((each) => each === values.state) ?? 'waiting'
  const { user } = values
  const list = useList('messages.list', { state }, 'items')
  const keys = usePickKeys()
  const first = list.rows?.[0]?.uid
  useEffect(() => {
    if (user === undefined && first !== undefined) setValues({ state: values.state, user: String(first) })
  }, [user, first, values.state, setValues])

  const filter = (
    <label className="bar">
      <span className="dim">{talk.show}</span>
      <select
        className="sel auto"
        value={state}
        onChange={({ target }) => setValues({ state: target.value === 'waiting' ? undefined : target.value })}
      >
        {states.map((each) => (
          <option key={each} value={each}>
            {talk.states[each]}
          </option>
        ))}
      </select>
    </label>
  )
  if (!list.rows) return list.error ? <Failure error={list.error} retry={list.retry} /> : <Skeleton />
  return (
    <div className="pick">
      <Panel
        title={state === 'waiting' ? talk.longest : talk.newest}
        note={state === 'waiting' && talk.aim(supportAimHours)}
        aside={filter}
        foot={<Foot list={list} count={list.rows.length} />}
      >
        {list.rows.length === 0 && <p className="in faint">{talk.none[state]}</p>}
        <ul className="ql" ref={keys}>
          {list.rows.map((row) => (
            <li key={`${row.uid} ${row.since}`}>
              <Thread t={t} row={row} state={state} isChosen={String(row.uid) === user} />
            </li>
          ))}
        </ul>
      </Panel>
      {user === undefined ? (
        <p className="dim">{list.rows.length > 0 && talk.choose}</p>
      ) : (
        <Talk key={user} t={t} user={user} />
      )}
    </div>
  )
}

type Props = { readonly t: QueueText; readonly row: Row; readonly state: State; readonly isChosen: boolean }

function Thread({ t, row, state, isChosen }: Props) {
  const { uid, name, since, takenBy, text } = row
  const now = useNow(60_000)
  const isLate = state === 'waiting' && now - Date.parse(since) > supportAimHours * 3_600_000
  const hash = new URLSearchParams({ ...(state !== 'waiting' && { state }), user: String(uid) }).toString()
  return (
    <Link to={{ hash }} replace aria-current={isChosen ? 'true' : undefined}>
      <span>
        <b>{name ?? uidText(uid)}</b>
        {isLate && <span className="tag stop">{t.talk.late}</span>}
        {takenBy !== null && <span className="tag hold">{takenBy}</span>}
      </span>
      <span>
        <span className="cut">{text === '' ? t.talk.picture(1, 1) : text}</span>
        <span className="live">
          <Icon name="clock" small />
          <Age since={since} />
        </span>
      </span>
    </Link>
  )
}

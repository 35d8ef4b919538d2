import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { supportAimHours, threadStates, type ThreadState } from '#shared/support-limits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { uidText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import { useList, useRead } from '#console/client/use-read.ts'
import type { Input, RowOf } from '#console/client/wire.ts'
import { Age } from '#console/list/age.tsx'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { Filters, FilterSelect, type Option } from '#console/list/filters.tsx'
import { Foot } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import en, { type RepliesText } from '#console/text/en/replies.ts'
import zh from '#console/text/zh-CN/replies.ts'
import { usePickKeys } from './use-pick-keys.ts'

// Loads beside this module, not after it.
const talkModule = import('./support-thread.tsx')
const SupportThread = lazy(async () => ({ default: (await talkModule).SupportThread }))

type Row = RowOf<'messages.list', 'items'>
type Values = Readonly<Record<string, string>>
const texts = { en, 'zh-CN': zh }
const filterNames = ['state', 'tag', 'spokenIn', 'assigned', 'contains'] as const
const assignments = ['me', 'nobody', 'others'] as const
const languages = ['en', 'zh-CN'] as const

const oneOf = <V extends string>(options: readonly V[], value: string | undefined): V | undefined =>
  options.find((each) => each === value)

/** Filters from the URL. Values that are no option are ignored, because links are shared and typed. */
function inputOf(values: Values): Omit<Input<'messages.list'>, 'after'> {
  const state = oneOf(threadStates, values.state)
  const spokenIn = oneOf(languages, values.spokenIn)
  const assigned = oneOf(assignments, values.assigned)
  return {
    ...(state && state !== 'open' && { state }),
    ...(values.tag && { tag: values.tag }),
    ...(spokenIn && { spokenIn }),
    ...(assigned && { assigned }),
    ...(values.contains && { contains: values.contains }),
  }
}

export function Messages({ t }: { t: QueueText }) {
  const { talk } = t
  const w = texts[useSpoken().language]
  const [values, setValues] = useAddressValues()
  const state = oneOf(threadStates, values.state) ?? 'open'
  const { user } = values
  const filters = Object.fromEntries(filterNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const filterHash = new URLSearchParams(filters).toString()
  const list = useList('messages.list', inputOf(values), 'items')
  const keys = usePickKeys()
  const first = list.rows?.[0]?.uid
  useEffect(() => {
    if (user === undefined && first !== undefined)
      setValues({ ...Object.fromEntries(new URLSearchParams(filterHash)), user: String(first) })
  }, [user, first, filterHash, setValues])

  const isFiltered = Object.keys(filters).some((name) => name !== 'state')
  return (
    <>
      <Bar t={t} w={w} filters={filters} state={state} onChange={setValues} />
      {list.rows ? (
        <div className="pick">
          <Panel
            title={state === 'open' ? talk.longest : talk.newest}
            note={state === 'open' && talk.aim(supportAimHours)}
            foot={<Foot list={list} count={list.rows.length} />}
          >
            {list.rows.length === 0 && (
              <p className="in faint">
                {isFiltered ? w.noneFound : talk.none[state]}{' '}
                {isFiltered && (
                  <button type="button" className="lnk" onClick={() => setValues({ state: values.state })}>
                    {w.clear}
                  </button>
                )}
              </p>
            )}
            <ul className="ql" ref={keys}>
              {list.rows.map((row) => (
                <li key={`${row.uid} ${row.since}`}>
                  <Thread t={t} row={row} state={state} filters={filters} isChosen={String(row.uid) === user} />
                </li>
              ))}
            </ul>
          </Panel>
          {user === undefined ? (
            <p className="dim">{list.rows.length > 0 && talk.choose}</p>
          ) : (
            <Suspense fallback={<Skeleton />}>
              <SupportThread key={user} t={t} w={w} user={user} />
            </Suspense>
          )}
        </div>
      ) : list.error ? (
        <Failure error={list.error} retry={list.retry} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

type BarProps = {
  readonly t: QueueText
  readonly w: RepliesText
  readonly filters: Values
  readonly state: ThreadState
  readonly onChange: (next: Readonly<Record<string, string | undefined>>) => void
}

function Bar({ t: { talk }, w, filters, state, onChange }: BarProps) {
  const used = useRead('messages.tags', {})
  const [typed, setTyped] = useState(filters.contains ?? '')
  const choose = (name: string, value: string) => onChange({ ...filters, [name]: value })
  const optionsOf = (names: readonly string[], labels: Readonly<Record<string, string>>): Option[] =>
    names.map((value) => ({ value, label: labels[value] ?? value }))
  const find = (event: FormEvent) => {
    event.preventDefault()
    choose('contains', typed.trim())
  }
  const select = (name: string, label: string, options: readonly Option[]) => (
    <FilterSelect
      name={name}
      label={label}
      any={w.filters.any}
      options={options}
      value={filters[name]}
      onChoose={choose}
    />
  )
  return (
    <div className="bar">
      <label className="bar">
        <span className="dim">{w.filters.state}</span>
        <select
          className="sel auto"
          value={state}
          onChange={({ target }) => choose('state', target.value === 'open' ? '' : target.value)}
        >
          {threadStates.map((each) => (
            <option key={each} value={each}>
              {talk.states[each]}
            </option>
          ))}
        </select>
      </label>
      <Filters chosen={Object.keys(filters).filter((name) => name !== 'state').length}>
        {select('assigned', w.filters.assigned, optionsOf(assignments, w.assigned))}
        {select('tag', w.filters.tag, used.data?.tags.map(({ tag }) => ({ value: tag, label: tag })) ?? [])}
        {select('spokenIn', w.filters.language, optionsOf(languages, talk.languages))}
        <form role="search" onSubmit={find}>
          <input
            className="in-t sel auto"
            type="search"
            autoComplete="off"
            maxLength={100}
            aria-label={w.filters.find}
            placeholder={w.filters.find}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      </Filters>
      <Link className="lnk" to="/console/queue/replies">
        {w.manage}
      </Link>
    </div>
  )
}

type Props = {
  readonly t: QueueText
  readonly row: Row
  readonly state: ThreadState
  readonly filters: Values
  readonly isChosen: boolean
}

function Thread({ t, row, state, filters, isChosen }: Props) {
  const { uid, name, since, takenBy, assignedTo, tags, text } = row
  const now = useNow(60_000)
  const isLate = state === 'open' && now - Date.parse(since) > supportAimHours * 3_600_000
  const hash = new URLSearchParams({ ...filters, user: String(uid) }).toString()
  return (
    <Link to={{ hash }} replace aria-current={isChosen ? 'true' : undefined}>
      <span>
        <b>{name ?? uidText(uid)}</b>
        {isLate && <span className="tag stop">{t.talk.late}</span>}
        {assignedTo !== null && <span className={takenBy === null ? 'tag' : 'tag hold'}>{assignedTo}</span>}
      </span>
      <span>
        <span className="cut">{text === '' ? t.talk.picture(1, 1) : text}</span>
        <span className="live">
          <Icon name="clock" small />
          <Age since={since} />
        </span>
      </span>
      {tags.length > 0 && <span className="faint cut">{tags.join(' · ')}</span>}
    </Link>
  )
}

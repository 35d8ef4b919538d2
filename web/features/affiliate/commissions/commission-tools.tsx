import { useState } from 'react'
import { saveFile } from '#web/display/save-file.ts'
import { useSending } from '#web/forms/use-sending.ts'
import { showToast } from '#ui/toast.ts'
import { collectCommissions, commissionsCsv, maxRows } from './commissions-csv.ts'
import { beginningOf, dayOf } from './filter-day.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { AffiliateLink, Commission, CommissionFilter } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './commissions.module.css'

type Props = DashboardProps & {
  readonly links: readonly AffiliateLink[]
  readonly filter: CommissionFilter
  readonly onFilter: (filter: CommissionFilter) => void
}

const states = ['held', 'review', 'payable', 'settling', 'paid'] as const satisfies readonly Commission['state'][]

/** Chooses what is listed, and saves that as a file. */
export function CommissionTools({ t, language, links, filter, onFilter }: Props) {
  const [done, setDone] = useState('')
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const words = t.commissions
  const save = () =>
    send(async () => {
      setDone('')
      const { rows, complete } = await collectCommissions(filter)
      saveFile(`${words.csvFile}.csv`, commissionsCsv(rows, t), 'text/csv;charset=utf-8')
      if (!complete) setDone(words.csvTooMany(maxRows))
    })
  /** Leaves out what is chosen as "all": an empty value is no value of the call. */
  const choose = (name: 'type' | 'state' | 'campaign', value: string) => {
    const { [name]: _, ...rest } = filter
    const type = value === '0' ? 0 : 1
    const state = states.find((each) => each === value)
    if (value === '') onFilter(rest)
    else if (name === 'type') onFilter({ ...rest, type })
    else if (name === 'state') onFilter(state ? { ...rest, state } : rest)
    else onFilter({ ...rest, campaign: value })
  }
  /** Both days count. While one is being typed there is none. */
  const limit = (name: 'from' | 'to', day: string) => {
    const { [name]: _, ...rest } = filter
    const instant = beginningOf(day, name === 'to' ? 1 : 0)
    onFilter(instant === undefined ? rest : { ...rest, [name]: instant })
  }
  const lastDay = dayOf(filter.to === undefined ? undefined : filter.to - 1)
  return (
    <div className={styles.tools} role="group" aria-label={words.filter}>
      <select
        className="input"
        aria-label={words.type}
        value={filter.type ?? ''}
        onChange={(event) => choose('type', event.target.value)}
      >
        <option value="">{words.allTypes}</option>
        {words.types.map((type, value) => (
          <option key={type} value={value}>
            {type}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={words.status}
        value={filter.state ?? ''}
        onChange={(event) => choose('state', event.target.value)}
      >
        <option value="">{words.allStates}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {words.stateNames[state]}
          </option>
        ))}
      </select>
      {links.length > 1 && (
        <select
          className="input"
          aria-label={words.campaign}
          value={filter.campaign ?? ''}
          onChange={(event) => choose('campaign', event.target.value)}
        >
          <option value="">{words.allLinks}</option>
          {links.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || t.links.plain}
            </option>
          ))}
        </select>
      )}
      <div className={styles.days}>
        <label className={styles.day}>
          {words.from}
          <input
            className="input"
            type="date"
            defaultValue={dayOf(filter.from)}
            max={lastDay || undefined}
            onChange={(event) => limit('from', event.target.value)}
          />
        </label>
        <label className={styles.day}>
          {words.to}
          <input
            className="input"
            type="date"
            defaultValue={lastDay}
            min={dayOf(filter.from) || undefined}
            onChange={(event) => limit('to', event.target.value)}
          />
        </label>
      </div>
      <button type="button" className="btn quiet s" aria-busy={busy || undefined} onClick={() => void save()}>
        {words.csv}
      </button>
      <p className="small dim" role="status">
        {busy ? words.csvBusy : done}
      </p>
    </div>
  )
}

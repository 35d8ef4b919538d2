import { useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { useSending } from '#web/forms/use-sending.ts'
import { showToast } from '#ui/toast.ts'
import { collectCommissions, commissionsCsv, maxRows } from './commissions-csv.ts'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Commission, CommissionFilter } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './commissions.module.css'

type Props = DashboardProps & {
  readonly filter: CommissionFilter
  readonly onFilter: (chosen: Pick<CommissionFilter, 'type' | 'state'>) => void
}

const states = ['held', 'review', 'payable', 'settling', 'paid'] as const satisfies readonly Commission['state'][]

export function CommissionTools({ t, language, filter, onFilter }: Props) {
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
  const { type, state } = filter
  /** Sets the filter by type. For "all" the field is left out, because the API rejects empty values. */
  const chooseType = (value: string) =>
    onFilter({ ...(value !== '' && { type: value === '0' ? 0 : 1 }), ...(state && { state }) })
  const chooseState = (value: string) => {
    const next = states.find((each) => each === value)
    onFilter({ ...(type !== undefined && { type }), ...(next && { state: next }) })
  }
  return (
    <div className={styles.tools} role="group" aria-label={words.filter}>
      <select
        className="input"
        aria-label={words.type}
        value={type ?? ''}
        onChange={(event) => chooseType(event.target.value)}
      >
        <option value="">{words.allTypes}</option>
        {words.types.map((text, value) => (
          <option key={text} value={value}>
            {text}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={words.status}
        value={state ?? ''}
        onChange={(event) => chooseState(event.target.value)}
      >
        <option value="">{words.allStates}</option>
        {states.map((each) => (
          <option key={each} value={each}>
            {words.stateNames[each]}
          </option>
        ))}
      </select>
      <button type="button" className="btn quiet s" aria-busy={busy || undefined} onClick={() => void save()}>
        {words.csv}
      </button>
      <p className="small dim" role="status">
        {busy ? words.csvBusy : done}
      </p>
    </div>
  )
}

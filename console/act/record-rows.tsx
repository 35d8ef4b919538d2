import { useEffect, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { sumText } from '#console/client/display.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { runAction } from '#console/client/run-action.ts'
import { useList, useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { selectionText } from '#console/list/selection.ts'
import { usePlanOptions } from '#console/list/filters.tsx'
import type { Output } from '#console/client/wire.ts'
import { splitLines, splitNames, type FormValue, type Wiring } from './form-values.ts'

type Props = {
  readonly wiring: Wiring
  readonly label: string
  readonly record: FormValue | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}
type Found = Output<'orders.find'>['orders'][number]

const pauseMs = 600
/** Number of lines that are looked up while the operator types. The preview checks all of them. */
const mostChecked = 50

/** Box for order numbers, one in each line. The first lines are looked up; those that are wrong are marked. */
export function OrderLines({ wiring, value, onChange }: Props) {
  const { acting, language } = useVocabulary()
  const settled = useSettled(value)
  const lines = splitNames(settled)
  const checked = lines.slice(0, mostChecked)
  const found = useQueries({
    queries: [...new Set(checked)].map((query) => ({
      queryKey: ['read', 'orders.find', { query }, 'line'],
      queryFn: async () =>
        ((await runAction('orders.find', { input: { query }, mode: 'read' }, true)).output as Output<'orders.find'>)
          .orders,
      staleTime: 60_000,
      retry: false,
    })),
  })
  const byLine = new Map([...new Set(checked)].map((line, index) => [line, found[index]] as const))
  const judged = checked.map((line, index) => {
    const read = byLine.get(line)
    const [order, another] = read?.data ?? []
    const isTwice = checked.indexOf(line) !== index
    const fault = isTwice
      ? acting.lines.twice
      : read?.isError
        ? isUnknown(read.error)
          ? acting.lines.noOrder
          : acting.lines.unread
        : read?.data === undefined
          ? null
          : order === undefined
            ? acting.lines.noOrder
            : another === undefined
              ? null
              : acting.lines.several
    return { line, index, fault, order: fault === null ? order : undefined }
  })
  const good = judged.flatMap(({ order }) => order ?? [])
  const bad = judged.filter(({ fault }) => fault !== null)
  return (
    <>
      <textarea
        className="in-t"
        rows={5}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        {...wiring}
        value={value.replaceAll(/,\s*/g, '\n')}
        onChange={({ target }) => onChange(target.value)}
      />
      {lines.length > 0 && (
        <p role="status" className="faint num">
          {acting.lines.good(
            selectionText(
              good.map(({ total }) => total),
              language,
            ),
          )}
          {bad.length > 0 && ` · ${acting.lines.bad(bad.length)}`}
          {lines.length > checked.length && ` · ${acting.lines.rest(lines.length - checked.length)}`}
        </p>
      )}
      {judged.length > 0 && (
        <ul className="stack" aria-label={acting.lines.title}>
          {judged.map(({ line, index, fault, order }) => (
            <li key={index} className="bar">
              <span className={fault === null ? (order ? 'tag ok' : 'tag') : 'tag stop'}>
                {fault ?? (order ? acting.lines.found : acting.lines.reading)}
              </span>{' '}
              <span className="nb">{line}</span> {order && <OrderWords order={order} />}
              {fault !== null && (
                <button
                  type="button"
                  className="lnk"
                  onClick={() => onChange(lines.filter((_line, other) => other !== index).join('\n'))}
                >
                  {acting.removeRow}
                  <span className="vh"> {line}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isUnknown = (error: unknown): boolean => error instanceof ConsoleError && error.status === 'NotFound'

function OrderWords({ order: { number, product, total } }: { readonly order: Found }) {
  const { language } = useVocabulary()
  return (
    <span className="dim">
      {number} · {product[language]} · {sumText(total, language)}
    </span>
  )
}

/** Text that the operator has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Payouts that wait only for a second operator's approval, with the number and sum of those that are chosen. */
export function PayoutRows({ wiring, label, value, onChange }: Props) {
  const { acting, language } = useVocabulary()
  const list = useList('payouts.list', { stage: 'checked' }, 'items')
  const chosen = splitLines(value)
  const rows = (list.rows ?? []).map((row) => ({ ...row, named: `${row.id}=${row.address}` }))
  const sums = rows.filter(({ named }) => chosen.includes(named)).map(({ amount }) => amount)
  const toggle = (named: string, isOn: boolean) =>
    onChange((isOn ? [...chosen, named] : chosen.filter((each) => each !== named)).join('\n'))
  return (
    <>
      <div role="group" aria-label={label} aria-describedby={wiring['aria-describedby']} className="picks">
        {list.rows && rows.length === 0 && <span className="faint">{acting.lines.noPayout}</span>}
        {rows.map(({ named, affiliate, period, amount, address, whyNot }) => (
          <label className="flag" key={named}>
            <input
              type="checkbox"
              name={wiring.name}
              disabled={whyNot !== null}
              checked={chosen.includes(named)}
              onChange={({ target }) => toggle(named, target.checked)}
            />
            <span>
              {affiliate} · {period} · {sumText(amount, language)} <code className="faint">{address}</code>
            </span>
          </label>
        ))}
      </div>
      {list.hasMore && (
        <button type="button" className="btn q" disabled={list.isFetchingMore} onClick={list.fetchMore}>
          {acting.lines.more}
        </button>
      )}
      <p role="status" className="faint num">
        {acting.lines.chosen(selectionText(sums, language))}
      </p>
    </>
  )
}

/** Files that contain the payout `record`. The operator states for each that it was not sent. */
export function FileRows({ wiring, label, record, value, onChange }: Props) {
  const { acting } = useVocabulary()
  const list = useList('payouts.list', {}, 'items', typeof record === 'string' && record !== '')
  const files = list.rows?.find(({ id }) => id === record)?.files ?? []
  const chosen = splitLines(value)
  const all = [...new Set([...files, ...chosen])]
  if (typeof record !== 'string' || record === '') return <Note kind="info">{acting.lines.payoutFirst}</Note>
  if (all.length === 0) return <p className="faint">{acting.lines.noFile}</p>
  return (
    <div role="group" aria-label={label} aria-describedby={wiring['aria-describedby']} className="picks">
      {all.map((file) => (
        <label className="flag" key={file}>
          <input
            type="checkbox"
            name={wiring.name}
            checked={chosen.includes(file)}
            onChange={({ target }) =>
              onChange((target.checked ? [...chosen, file] : chosen.filter((each) => each !== file)).join('\n'))
            }
          />
          <span>{file}</span>
        </label>
      ))}
    </div>
  )
}

/** A plan of the shop for each old plan of the import `record`. */
export function OldPlans({ wiring, record, value, onChange }: Props) {
  const { acting } = useVocabulary()
  const options = usePlanOptions()
  const id = typeof record === 'string' ? record : ''
  const read = useRead('imports.show', { id }, { enabled: id !== '' })
  if (id === '') return <Note kind="info">{acting.lines.importFirst}</Note>
  const chosen = new Map(splitLines(value).map((pair) => [pair.slice(0, pair.lastIndexOf('=')), pair]))
  const choose = (old: string, plan: string) => {
    const next = new Map(chosen)
    if (plan === '') next.delete(old)
    else next.set(old, `${old}=${plan}`)
    onChange([...next.values()].join('\n'))
  }
  return (
    <Reading of={read}>
      {({ plans }) => (
        <div className="stack">
          {plans.length === 0 && <p className="faint">{acting.lines.noPlan}</p>}
          {plans.map(({ plan: old, name, people }, index) => (
            <label className="bar" key={old}>
              <span className="grow">
                {name ?? old} <span className="faint">{acting.lines.people(people)}</span>
              </span>
              <select
                className="sel auto"
                {...wiring}
                id={index === 0 ? wiring.id : undefined}
                value={chosen.get(old)?.slice(old.length + 1) ?? ''}
                onChange={({ target }) => choose(old, target.value)}
              >
                <option value="">{acting.notSaid}</option>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </Reading>
  )
}

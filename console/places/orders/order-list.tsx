import { useState } from 'react'
import { Link } from 'react-router'
import { methods } from '#shared/method.ts'
import { orderStatuses } from '#shared/order-outcome.ts'
import { orderAddress } from '#console/client/addresses.ts'
import { dateParts } from '#console/client/display.ts'
import { ActOf } from '#console/act/act-button.tsx'
import { useSpoken } from '#console/client/language.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Filters, FilterSelect, usePlanOptions, type Option } from '#console/list/filters.tsx'
import { selectionText, type Sum } from '#console/list/selection.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import { StatusChip } from './status-chip.tsx'

const days = ['from', 'until'] as const

export function OrderList({ t }: { t: OrdersText }) {
  const { field, acting, language } = useVocabulary()
  const { list } = useSpoken().t
  const { role } = useMe()
  const [picked, setPicked] = useState<ReadonlyMap<string, Sum>>(new Map())
  const dateHint = acting.dateHint(dateParts().map((part) => acting.dateParts[part]))
  const [values, setValues] = useAddressValues()
  const worded = (named: readonly string[]): Option[] =>
    named.map((value) => ({ value, label: t.words[value] ?? value }))
  const choices: Readonly<Record<string, readonly Option[]>> = {
    status: worded(orderStatuses),
    method: worded(methods),
    plan: usePlanOptions(),
  }
  const names = [...Object.keys(choices), ...days]
  const chosen = Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const choose = (name: string, value: string) => setValues({ ...chosen, [name]: value.trim() })
  return (
    <ListPanel
      name="orders.list"
      input={chosen}
      rowsOf="items"
      without={['id', 'isTest']}
      cells={{
        number: {
          render: ({ number }) => (
            <Link className="nb" to={orderAddress(number)}>
              {number}
            </Link>
          ),
        },
        method: { render: ({ method }) => t.words[method] ?? method },
        status: {
          render: ({ status, isTest }) => (
            <>
              <StatusChip status={status} t={t} /> {isTest && <span className="tag info">{t.rehearsal}</span>}
            </>
          ),
        },
      }}
      aside={
        <span className="bar">
          {picked.size > 0 && (
            <>
              <span role="status" className="num">
                {selectionText([...picked.values()], language)}
              </span>
              <ActOf name="refunds.batch" given={{ orders: [...picked.keys()] }} look="plate" />
            </>
          )}
          {picked.size === 0 && <ActOf name="refunds.batch" look="quiet" />}
          <Filters chosen={Object.keys(chosen).length}>
            {Object.entries(choices).map(([name, options]) => (
              <FilterSelect
                key={name}
                name={name}
                any={t.any}
                options={options}
                value={values[name]}
                onChoose={choose}
              />
            ))}
            {days.map((name) => (
              <label className="bar" key={name}>
                <span className="dim">{field(name)}</span>
                <input
                  className="in-t sel auto"
                  type="date"
                  title={dateHint}
                  key={values[name] ?? ''}
                  defaultValue={values[name] ?? ''}
                  onBlur={(event) => choose(name, event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') choose(name, event.currentTarget.value)
                  }}
                />
              </label>
            ))}
          </Filters>
        </span>
      }
      renderActions={
        mayDo(role, 'refunds.batch')
          ? ({ number, total }) => (
              <label>
                <input
                  type="checkbox"
                  aria-label={`${list.choose} ${number}`}
                  checked={picked.has(number)}
                  onChange={({ target }) =>
                    setPicked(
                      new Map(
                        target.checked ? [...picked, [number, total]] : [...picked].filter(([each]) => each !== number),
                      ),
                    )
                  }
                />
                <span>{list.choose}</span>
              </label>
            )
          : undefined
      }
    />
  )
}

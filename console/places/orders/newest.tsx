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
import { ListPanel } from '#console/list/list-panel.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'

const choices = { status: orderStatuses, method: methods } as const
const typed = ['plan', 'from', 'until'] as const

export function Newest({ t }: { t: OrdersText }) {
  const { field, acting } = useVocabulary()
  const { list } = useSpoken().t
  const { role } = useMe()
  const [picked, setPicked] = useState<readonly string[]>([])
  const dateHint = acting.dateHint(dateParts().map((part) => acting.dateParts[part]))
  const [values, setValues] = useAddressValues()
  const names = [...(Object.keys(choices) as (keyof typeof choices)[]), ...typed]
  const chosen = Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const choose = (name: string, value: string) => setValues({ ...chosen, [name]: value.trim() })
  return (
    <ListPanel
      name="orders.list"
      input={chosen}
      rowsOf="items"
      without={['id']}
      aside={
        <span className="bar">
          {picked.length > 0 && <ActOf name="refunds.batch" given={{ orders: [...picked] }} look="plate" />}
          {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
            <label className="bar" key={name}>
              <span className="dim">{field(name)}</span>
              <select
                className="in-t sel auto"
                value={values[name] ?? ''}
                onChange={(event) => choose(name, event.target.value)}
              >
                <option value="">{t.any}</option>
                {choices[name].map((value) => (
                  <option key={value} value={value}>
                    {t.words[value] ?? value}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {typed.map((name) => (
            <label className="bar" key={name}>
              <span className="dim">{field(name)}</span>
              <input
                className="in-t sel auto"
                type={name === 'plan' ? 'text' : 'date'}
                title={name === 'plan' ? undefined : dateHint}
                key={values[name] ?? ''}
                defaultValue={values[name] ?? ''}
                onBlur={(event) => choose(name, event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') choose(name, event.currentTarget.value)
                }}
              />
            </label>
          ))}
        </span>
      }
      renderActions={({ number }) => (
        <>
          <Link className="lnk" to={orderAddress(number)}>
            {t.show}
          </Link>
          {mayDo(role, 'refunds.batch') && (
            <label>
              <input
                type="checkbox"
                aria-label={`${list.choose} ${number}`}
                checked={picked.includes(number)}
                onChange={({ target }) =>
                  setPicked(target.checked ? [...picked, number] : picked.filter((each) => each !== number))
                }
              />{' '}
              {list.choose}
            </label>
          )}
        </>
      )}
    />
  )
}

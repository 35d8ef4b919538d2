import { Link } from 'react-router'
import { ActButton } from '#console/act/act-button.tsx'
import { orderAddress } from '#console/client/addresses.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { SettingsText } from '#console/text/en/places/settings.ts'
import { consoleApi } from '#shared/console.ts'

/**
 * Box for rehearsals, which are test sales with real money: sets their price, starts one, and lists their orders with a
 * refund button each.
 */
export function Rehearsal({ t }: { t: SettingsText }) {
  const { language } = useSpoken()
  const { role } = useMe()
  const { data } = useRead('rehearsals.show', {})
  const words = t.rehearsal
  return (
    <ListPanel
      title={words.title}
      name="rehearsals.show"
      input={{}}
      rowsOf="orders"
      cells={{
        number: {
          render: ({ number }) => (
            <Link className="nb" to={orderAddress(number)}>
              {number}
            </Link>
          ),
        },
      }}
      aside={
        <span className="bar">
          {data?.prices.map(({ price }) => (
            <span key={price.currency} className="bar">
              {sumText(price, language)}
              {mayDo(role, 'rehearsals.set-price') && (
                <ActButton
                  name="rehearsals.set-price"
                  given={{ currency: price.currency }}
                  label={words.price(price.currency)}
                />
              )}
            </span>
          ))}
          {mayDo(role, 'orders.refund') && (
            <a className="btn q" href={`${consoleApi}/look?rehearsal`} target="_blank" rel="noreferrer">
              {words.start}
            </a>
          )}
        </span>
      }
      renderActions={({ number, status }) =>
        status === 'paid' && <ActButton name="orders.refund" given={{ order: number }} label={words.refund} />
      }
    />
  )
}

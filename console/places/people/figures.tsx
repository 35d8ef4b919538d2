import type { ReactNode } from 'react'
import { countText, momentText, sumText, type StatedSum } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import { listComma } from '#shared/language.ts'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from '#console/client/wire.ts'

/** Six key figures of a user. Amounts in different currencies are never added. */
export function Figures({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { language } = useSpoken()
  const { figures: words } = t
  const now = useNow(60_000)
  const until = of.memberUntil === null ? null : new Date(of.memberUntil)
  const days = until === null ? 0 : Math.ceil((until.getTime() - now) / 86_400_000)
  const count = (rows: readonly unknown[], name: string) => `${rows.length}${of.more.includes(name) ? '+' : ''}`
  const comma = listComma(language)
  const sums = (which: 'paid' | 'back' | 'lost') =>
    of.lifetime
      .map((row): StatedSum => row[which])
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map((sum) => sumText(sum, language))
  const [paid, back, lost] = [sums('paid'), sums('back'), sums('lost')]
  const bought = of.orders.filter((order) => order.paid !== null)
  return (
    <div className="figs">
      <Figure
        title={words.until}
        value={until ? momentText(until, language).replace(/,? \d\d:\d\d$/, '') : words.never}
      >
        {until && (days > 0 ? words.left(days) : words.over)}
      </Figure>
      <Figure title={words.paid} value={paid[0] ?? words.nothing}>
        {paid.length > 1 && <div>{words.and(paid.slice(1).join(comma))}</div>}
        {of.more.includes('lifetime')
          ? words.newest
          : words.orders(count(of.orders, 'orders'), count(bought, 'orders'))}
      </Figure>
      <Figure title={words.back} value={back[0] ?? words.nothing}>
        {back.length > 1 && <div>{words.and(back.slice(1).join(comma))}</div>}
        {lost.length > 0 && words.lost(lost.join(comma))}
      </Figure>
      <Figure title={words.devices} value={count(of.devices, 'devices')}>
        {words.places(Math.max(1, of.maxDevices))}
      </Figure>
      <Figure title={words.signedIn} value={count(of.sessions, 'sessions')}>
        {[...new Set(of.sessions.map(({ platform }) => platform))].join(', ')}
      </Figure>
      <Figure title={words.invited} value={countText(of.invited)}>
        {of.invited > 0 && words.paidInvited(of.invitedPaid)}
      </Figure>
    </div>
  )
}

const Figure = ({ title, value, children }: { title: string; value: string; children: ReactNode }) => (
  <div className="fig">
    <div className="t">{title}</div>
    <div className="v">{value}</div>
    <div className="c">{children}</div>
  </div>
)

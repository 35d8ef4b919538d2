import type { ReactNode } from 'react'
import { countText, momentText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from './person-page.ts'

/** What is asked first, in six figures. */
export function Figures({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { language } = useSpoken()
  const { figures: words } = t
  const now = useNow(60_000)
  const until = of.memberUntil === null ? null : new Date(of.memberUntil)
  const days = until === null ? 0 : Math.ceil((until.getTime() - now) / 86_400_000)
  const count = (rows: readonly unknown[], name: string) => `${rows.length}${of.more.includes(name) ? '+' : ''}`
  return (
    <div className="figs">
      <Figure
        title={words.until}
        value={until ? momentText(until, language).replace(/,? \d\d:\d\d$/, '') : words.never}
      >
        {until && (days > 0 ? words.left(days) : words.over)}
      </Figure>
      <Figure title={words.orders} value={count(of.orders, 'orders')}>
        {words.paidOf(of.orders.filter(({ paid }) => paid !== null).length)}
      </Figure>
      <Figure title={words.devices} value={count(of.devices, 'devices')}>
        {words.places(Math.max(1, of.maxDevices))}
      </Figure>
      <Figure title={words.signedIn} value={count(of.sessions, 'sessions')}>
        {[...new Set(of.sessions.map(({ platform }) => platform))].join(', ')}
      </Figure>
      <Figure title={words.factor} value={of.secondFactor ? words.on : words.off}>
        {of.secondFactor && words.codes(of.recoveryCodes)}
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

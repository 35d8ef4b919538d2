import { Link } from 'react-router'
import { supportAimHours } from '#shared/support-limits.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { countText } from '#console/client/display.ts'
import { useNow } from '#console/client/use-now.ts'
import type { Output } from '#console/client/wire.ts'
import { Age } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

type Wait = Output<'today.show'>['waits'][number]
type Props = { readonly t: TodayText; readonly waits: readonly Wait[] }

/** Page on which each kind of waiting item is handled. */
const pages: Readonly<Record<string, string>> = {
  reviews: '/console/queue/reviews',
  proposals: '/console/queue/approvals',
  messages: '/console/queue/messages',
  cases: '/console/queue/cases',
  heldReferrals: '/console/queue/referrals',
  applications: '/console/queue/applications',
  deadJobs: '/console/queue/jobs',
  payouts: '/console/affiliates/payouts',
}

const aims: Readonly<Record<string, number>> = { reviews: 24, messages: supportAimHours }

export function OpenTasks({ t, waits }: Props) {
  const count = waits.reduce((sum, each) => sum + each.count, 0)
  const isMore = waits.some((each) => each.isMore)
  return (
    <Panel
      title={t.waiting}
      note={t.all(`${countText(count)}${isMore ? '+' : ''}`)}
      aside={
        <Link className="btn q" to="/console/queue">
          {t.openQueue}
        </Link>
      }
    >
      <ul className="figs bare">
        {waits.map((wait) => (
          <li key={wait.what} className="fig">
            <Tile t={t} wait={wait} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Tile({ t, wait: { what, list, count, isMore, oldest } }: { t: TodayText; wait: Wait }) {
  const now = useNow(60_000)
  const aim = aims[what]
  const isLate = aim !== undefined && oldest !== null && now - Date.parse(oldest) > aim * 3_600_000
  return (
    <>
      <Link className="lnk" to={pages[what] ?? actionAddress(list as ActionName, {})}>
        {t.lists[what as keyof TodayText['lists']]}
      </Link>
      <div className="v">{`${countText(count)}${isMore ? '+' : ''}`}</div>
      <div className="c">
        {oldest === null ? (
          t.none
        ) : (
          <>
            {t.longest} <Age since={oldest} />{' '}
            {aim !== undefined && <span className={isLate ? 'tag stop' : 'nb'}>{t.ofAim(aim)}</span>}
          </>
        )}
      </div>
    </>
  )
}

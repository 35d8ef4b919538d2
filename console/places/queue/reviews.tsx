import { NavLink, useParams } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { useList } from '#console/client/use-read.ts'
import { Age } from '#console/list/age.tsx'
import { Failure } from '#console/list/failure.tsx'
import { Icon } from '#console/list/icon.tsx'
import { Foot } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Skeleton } from '#console/list/skeleton.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Review } from './review.tsx'
import { usePickKeys } from './use-pick-keys.ts'

/** Reviews of money, the oldest first, beside the one that is chosen. */
export function Reviews({ t }: { t: QueueText }) {
  const { t: shell } = useSpoken()
  const { id } = useParams()
  const list = useList('reviews.list', {}, 'items')
  const { rows } = list
  const keys = usePickKeys()
  if (!rows) return list.error ? <Failure error={list.error} retry={list.retry} /> : <Skeleton />
  const chosen = rows.find((row) => row.id === id) ?? (id === undefined ? rows[0] : undefined)
  return (
    <div className="pick">
      <Panel title={t.oldest} note={t.aim} foot={<Foot list={list} count={rows.length} />}>
        {rows.length === 0 && <p className="in faint">{t.nothing}</p>}
        <ul className="ql" ref={keys}>
          {rows.map((row) => (
            <li key={row.id}>
              <NavLink to={`/console/queue/reviews/${row.id}`} aria-current={row === chosen ? 'true' : undefined}>
                <span>
                  <b>{t.reasons[row.reason] ?? row.reason}</b>
                </span>
                <span>
                  <span className="code">{row.order ?? t.noOrder}</span>
                  {row.takenBy !== null && <span className="tag hold">{row.takenBy}</span>}
                  <span className="live">
                    <Icon name="clock" small />
                    <Age since={row.since} />
                  </span>
                </span>
              </NavLink>
            </li>
          ))}
        </ul>
      </Panel>
      {chosen ? (
        <Review key={chosen.id} t={t} review={chosen} />
      ) : (
        rows.length > 0 && <p className="dim">{id === undefined ? t.choose : t.gone}</p>
      )}
      <span className="vh" role="status">
        {rows.length === 0 ? shell.list.none : ''}
      </span>
    </div>
  )
}

import { NavLink, useParams } from 'react-router'
import { sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useNow } from '#console/client/use-now.ts'
import { useList } from '#console/client/use-read.ts'
import type { RowOf } from '#console/client/wire.ts'
import { Age } from '#console/list/age.tsx'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { Foot } from '#console/list/list-panel.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'
import { Review } from './review.tsx'
import { sumsOf } from './review-sums.ts'
import { usePickKeys } from './use-pick-keys.ts'

/** Payment reviews, oldest first, with the chosen one beside them, which may be decided already. */
export function Reviews({ t }: { t: QueueText }) {
  const { t: shell } = useSpoken()
  const { id } = useParams()
  const list = useList('reviews.list', {}, 'items')
  const { rows } = list
  const keys = usePickKeys()
  if (!rows) return list.error ? <Failure error={list.error} retry={list.retry} /> : <Skeleton />
  const chosen = id ?? rows[0]?.id
  return (
    <div className="pick">
      <Panel title={t.oldest} note={t.aim} foot={<Foot list={list} count={rows.length} />}>
        {rows.length === 0 && <p className="in faint">{t.nothing}</p>}
        <ul className="ql" ref={keys}>
          {rows.map((row) => (
            <li key={row.id}>
              <NavLink to={`/console/queue/reviews/${row.id}`} aria-current={row.id === chosen ? 'true' : undefined}>
                <Row t={t} row={row} />
              </NavLink>
            </li>
          ))}
        </ul>
      </Panel>
      {chosen === undefined ? null : <Review key={chosen} t={t} id={chosen} />}
      <span className="vh" role="status">
        {rows.length === 0 ? shell.list.none : ''}
      </span>
    </div>
  )
}

const aimMs = 24 * 3_600_000

function Row({ t, row }: { t: QueueText; row: RowOf<'reviews.list', 'items'> }) {
  const { language } = useSpoken()
  const waited = useNow(60_000) - Date.parse(row.since)
  const { about, asked } = sumsOf(row.details)
  return (
    <>
      <span>
        <b>{t.reasons[row.reason] ?? row.reason}</b>
        {about && <b className="nb">{sumText(about, language)}</b>}
      </span>
      <span>
        <span className="code">{row.order ?? t.noOrder}</span>
        {asked && <span>{t.askedFor(sumText(asked, language))}</span>}
      </span>
      <span>
        <span className="live">
          <Icon name="clock" small />
          <Age since={row.since} />
          {waited > aimMs ? (
            <span className="tag stop">{t.talk.late}</span>
          ) : (
            waited > aimMs / 2 && <span className="tag hold">{t.halfAim}</span>
          )}
        </span>
        {row.takenBy === null ? <span>{t.nobody}</span> : <span className="tag hold">{row.takenBy}</span>}
      </span>
    </>
  )
}

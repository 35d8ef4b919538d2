import { useState } from 'react'
import { Link } from 'react-router'
import type { ActionName } from '#shared/contract/operator.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { actionNames, actionTraits, mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import { placeNames, type PlaceName } from '#shared/contract/operator/console-places.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Head } from '#console/frame/head.tsx'
import { Panel } from '#console/list/panel.tsx'
import styles from './action-list.module.css'

export default function AllActions() {
  const { t } = useSpoken()
  const { acting } = useVocabulary()
  const [filter, setFilter] = useState('')
  return (
    <>
      <Head title={t.actions.title} about={acting.aboutAll}>
        <label className="bar">
          <span>{acting.filter}</span>
          <input className="in-t sel auto" value={filter} onChange={(event) => setFilter(event.target.value)} />
        </label>
      </Head>
      {placeNames.map((place) => (
        <ActionsOf key={place} place={place} filter={filter} />
      ))}
    </>
  )
}

export function ActionsOf({ place, filter = '' }: { place: PlaceName; filter?: string }) {
  const { t } = useSpoken()
  const { label, about, acting } = useVocabulary()
  const { role } = useMe()
  const matches = (name: ActionName) =>
    `${name} ${label(name)} ${about(name)}`.toLowerCase().includes(filter.trim().toLowerCase())
  const names = actionNames.filter((name) => placeOf(name) === place && mayDo(role, name) && matches(name))
  if (names.length === 0) return null
  return (
    <Panel title={acting.ofPlace(t.places[place])}>
      <ul className={styles.rows}>
        {names.map((name) => {
          const acts = actionTraits[name].kind === 'act'
          return (
            <li key={name}>
              <Link to={actionAddress(name)}>{label(name)}</Link>
              <span className="dim">{about(name)}</span>
              <span className={acts ? 'tag info' : 'tag'}>{acts ? acting.does : acting.reads}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

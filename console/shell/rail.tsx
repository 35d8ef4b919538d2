import type { LiveCounts, LiveList } from '#shared/console-live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { placeKeys } from '#console/client/keys.ts'
import { placeNames } from '#shared/contract/operator/places.ts'
import { countText, listsOfPlaces, useLiveCounts } from '#console/client/use-live.ts'
import { signOut, useMe } from '#console/client/session.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { useCurrentInView } from '#console/frame/use-current-in-view.ts'
import { Mark } from '#ui/mark.tsx'

export function Rail() {
  const { t, language } = useSpoken()
  const me = useMe()
  const queries = useQueryClient()
  const counts = useLiveCounts()
  const [isStillIn, setStillIn] = useState(false)
  const strip = useCurrentInView<HTMLDivElement>()
  return (
    <div className="railbox">
      <div className="rail" ref={strip}>
        <NavLink className="logo" to="/console/today" aria-label={`${me.brand[language]} ${t.title}`}>
          <Mark />
          <span>{me.brand[language]}</span>
        </NavLink>
        <nav className="places" aria-label={t.rail}>
          {placeNames.map((name) => (
            <NavLink
              key={name}
              to={`/console/${name}`}
              title={`${t.places[name]} (G, ${placeKeys[name].toUpperCase()})`}
            >
              <Icon name={name} />
              <span className="w">{t.places[name]}</span>
              <Waiting lists={name === 'queue' || name === 'affiliates' ? listsOfPlaces[name] : []} counts={counts} />
              <kbd aria-hidden="true">{placeKeys[name].toUpperCase()}</kbd>
            </NavLink>
          ))}
        </nav>
        <div className="foot">
          <div className="me">
            <span className="av" aria-hidden="true">
              {[...me.name][0]?.toUpperCase()}
            </span>
            <span className="w grow">
              <NavLink to="/console/me" title={t.passkey.own}>
                <b>{me.name}</b>
              </NavLink>
              <span className="sub">{t.roles[me.role]}</span>
            </span>
            <button
              type="button"
              className="btn q ic"
              title={t.signOut}
              aria-label={t.signOut}
              onClick={() => void signOut(queries).catch(() => setStillIn(true))}
            >
              <Icon name="out" small />
            </button>
          </div>
          {isStillIn && (
            <Dialog title={t.signOut} onClose={() => setStillIn(false)}>
              <p role="alert">{t.stillIn}</p>
            </Dialog>
          )}
        </div>
      </div>
    </div>
  )
}

function Waiting({ lists, counts }: { lists: readonly LiveList[]; counts: LiveCounts }) {
  const { t } = useSpoken()
  const text = countText(...lists.map((list) => counts[list]))
  if (text === undefined) return null
  return (
    <span className="n">
      {text}
      <span className="vh"> {t.waiting}</span>
    </span>
  )
}

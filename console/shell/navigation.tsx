import type { LiveList } from '#shared/console-live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { placeKeys } from '#console/client/keys.ts'
import { placeNames, type PlaceName } from '#shared/contract/operator/console-places.ts'
import { countText, listsOfPlaces, useLiveCounts } from '#console/client/use-live.ts'
import { signOut, useMe } from '#console/client/session.ts'
import { Dialog } from '#console/frame/dialog.tsx'
import { Icon } from '#console/frame/icon.tsx'
import { Mark } from '#ui/mark.tsx'
import styles from './phone.module.css'

/** Sections in the bottom bar of phones. All others are under "More". */
const barPlaces = placeNames.slice(0, 4)
export const morePlaces = placeNames.slice(4)

export function Navigation() {
  const { t, language } = useSpoken()
  const me = useMe()
  return (
    <div className="railbox">
      <div className="rail">
        <NavLink className="logo" to="/console/today" aria-label={`${me.brand[language]} ${t.title}`}>
          <Mark />
          <span>{me.brand[language]}</span>
        </NavLink>
        <nav className="places" aria-label={t.rail}>
          {placeNames.map((name) => (
            <PlaceLink key={name} name={name} withKey />
          ))}
        </nav>
        <div className="foot">
          <Me>
            <Icon name="out" small />
          </Me>
        </div>
      </div>
    </div>
  )
}

/** Bottom bar of phones: four sections, and a button for everything else. */
export function PhoneBar({ onMore }: { onMore: () => void }) {
  const { t } = useSpoken()
  const { pathname } = useLocation()
  const [, , place] = pathname.split('/')
  const isElsewhere = Boolean(place) && !barPlaces.some((name) => name === place)
  return (
    <nav className={styles.bar} aria-label={t.rail}>
      {barPlaces.map((name) => (
        <PlaceLink key={name} name={name} />
      ))}
      <button type="button" aria-haspopup="dialog" aria-current={isElsewhere || undefined} onClick={onMore}>
        <Icon name="more" />
        {t.list.more}
        <Waiting name="affiliates" />
      </button>
    </nav>
  )
}

type LinkProps = { readonly name: PlaceName; readonly withKey?: true; readonly onClick?: () => void }

export function PlaceLink({ name, withKey, onClick }: LinkProps) {
  const { t } = useSpoken()
  const key = placeKeys[name].toUpperCase()
  return (
    <NavLink to={`/console/${name}`} title={`${t.places[name]} (G, ${key})`} onClick={onClick}>
      <Icon name={name} />
      <span className="w">{t.places[name]}</span>
      <Waiting name={name} />
      {withKey && <kbd aria-hidden="true">{key}</kbd>}
    </NavLink>
  )
}

/**
 * Name of the signed-in operator, which links to their own page, and a button that signs out. `children`: visible
 * content of the button.
 */
export function Me({ children, onLeave }: { children: ReactNode; onLeave?: () => void }) {
  const { t } = useSpoken()
  const me = useMe()
  const queries = useQueryClient()
  const [isStillIn, setStillIn] = useState(false)
  return (
    <>
      <div className="me">
        <span className="av" aria-hidden="true">
          {[...me.name][0]?.toUpperCase()}
        </span>
        <span className="w grow">
          <NavLink to="/console/me" title={t.passkey.own} onClick={onLeave}>
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
          {children}
        </button>
      </div>
      {isStillIn && (
        <Dialog title={t.signOut} onClose={() => setStillIn(false)}>
          <p role="alert">{t.stillIn}</p>
        </Dialog>
      )}
    </>
  )
}

function Waiting({ name }: { name: PlaceName }) {
  const { t } = useSpoken()
  const counts = useLiveCounts()
  const lists: readonly LiveList[] = name === 'queue' || name === 'affiliates' ? listsOfPlaces[name] : []
  const text = countText(...lists.map((list) => counts[list]))
  if (text === undefined) return null
  return (
    <span className="n">
      {text}
      <span className="vh"> {t.waiting}</span>
    </span>
  )
}

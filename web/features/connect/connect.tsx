import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type Language, gap } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { firstRideQuery, rideKind, type KnownRide } from '#web/client/first-ride-query.ts'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import { appsOf, type App, type System, systems } from './apps.ts'
import { ChooseApp } from './choose-app.tsx'
import { ConnectionCheck } from './connection-check.tsx'
import { linksQuery, type Links } from './connect.queries.ts'
import { LinkList } from './link-list.tsx'
import { LinkPanel } from './link-panel.tsx'
import { MakeLink } from './make-link.tsx'
import { isReplacedBySeat, linkPollMs, planOf, standingOf, type Standing } from './access-state.ts'
import { PlaceList } from './place-list.tsx'
import { AccessNote } from './access-note.tsx'
import styles from './connect.module.css'

type Props = { readonly t: ConnectTexts; readonly language: Language }
type PageProps = Props & {
  /** Plate about the paid seat of a group that is not full yet; null if there is none. */
  readonly seat: ReactNode
}

export default function Connect({ t, language, seat }: PageProps) {
  const [shown, setShown] = useState<{ id: string; since: number } | null>(null)
  const links = useQuery({
    ...linksQuery,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      linkPollMs(
        state.data?.links.find(({ id }) => id === shown?.id),
        Date.now() - (shown?.since ?? 0),
      ),
  })
  const ride = useQuery(firstRideQuery(language))
  if (!links.data || !ride.data) {
    const failed = (links.isError && !links.data) || (ride.isError && !ride.data)
    const again = () => void Promise.all([links.refetch(), ride.refetch()])
    return failed ? <Retry text={t.failed} label={t.retry} onRetry={again} /> : <Skeleton size="page" />
  }
  const standing = standingOf(links.data, rideKind(ride.data, ride.data.now), ride.data)
  return (
    <>
      {seat}
      {(seat === null || !isReplacedBySeat(standing)) && (
        <AccessNote
          t={t}
          language={language}
          standing={standing}
          ride={ride.data}
          links={links.data}
          hasSeat={seat !== null}
        />
      )}
      <Known
        t={t}
        language={language}
        standing={standing}
        ride={ride.data}
        known={links.data}
        shownId={shown?.id ?? null}
        onShow={(id) => setShown(id === null ? null : { id, since: Date.now() })}
      />
    </>
  )
}

type KnownProps = Props & {
  readonly standing: Standing
  readonly ride: KnownRide
  readonly known: Links
  readonly shownId: string | null
  readonly onShow: (id: string | null) => void
}

function Known({ t, language, standing, ride, known, shownId, onShow }: KnownProps) {
  const [own] = useState(ownSystem)
  const [system, setSystem] = useState<System>(own)
  const [app, setApp] = useState<App | null>(appsOf(own)[0] ?? null)
  const panel = useRef<HTMLElement>(null)
  const plan = planOf(standing, known)
  const isServed = plan !== null && known.serves[plan]
  const shown = isServed ? known.links.find(({ id }) => id === shownId) : undefined

  function show(id: string) {
    flushSync(() => onShow(id))
    panel.current?.focus()
  }
  return (
    <>
      {isServed && (
        <div className={styles.ways}>
          <ChooseApp
            t={t}
            system={system}
            app={app}
            own={own}
            onSystem={(chosen) => {
              setSystem(chosen)
              setApp(appsOf(chosen)[0] ?? null)
            }}
            onApp={setApp}
          />
          <section ref={panel} tabIndex={-1} className={styles.panel} aria-labelledby="link-title">
            {shown && (
              <LinkPanel key={shown.id} t={t} language={language} link={shown} app={app} isHere={system === own} />
            )}
            <MakeLink
              t={t}
              known={known}
              isTrial={standing === 'armed'}
              isSecond={shown !== undefined}
              system={system}
              app={app}
              onMade={show}
            />
          </section>
        </div>
      )}
      {plan !== null && !isServed && (
        <section className={styles.unserved}>
          <h2>{t.unserved.title}</h2>
          <p className="dim">{t.unserved.text}</p>
          <a className="btn s" href="/start">
            {t.unserved.way}
          </a>
        </section>
      )}
      {known.links.length > 0 && (
        <LinkList t={t} language={language} known={known} now={ride.now} canUse={isServed} onShow={show} />
      )}
      {isServed && <ConnectionCheck language={language} />}
      {isServed && <PlaceList t={t} language={language} />}
      {isServed && (
        <p className={`dim ${styles.ours}`}>
          {t.app.ours}
          {gap(language)}
          <a href="/start">{t.app.oursWay}</a>
        </p>
      )}
    </>
  )
}

/** Operating system detected by the page's first script; unknown computers count as Windows. */
function ownSystem(): System {
  const { os } = document.documentElement.dataset
  return systems.find((system) => system === os) ?? 'windows'
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import type { App, System } from './apps.ts'
import { linksQuery, type Links } from './connect.queries.ts'
import { freeName } from './access-state.ts'
import styles from './connect.module.css'

type Props = {
  readonly t: ConnectTexts
  readonly known: Links
  /** True if the account's trial starts when an app first fetches the link. */
  readonly isTrial: boolean
  readonly isSecond: boolean
  readonly system: System
  readonly app: App | null
  readonly onMade: (id: string) => void
}

/** Creates another subscription link while a device place is free; otherwise tells how to free one. */
export function MakeLink({ t, known, isTrial, isSecond, system, app, onMade }: Props) {
  const words = t.make
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { taken, limit } = known.places
  const isFull = taken >= limit

  async function make() {
    setBusy(true)
    setProblem('')
    const name = freeName(words.name(t.app.systems[system], app?.name), known.links)
    try {
      const { id } = await api('/api/user/user_add_tunnel_link', { name, os: system }, { handlesErrors: true })
      await queryClient.refetchQueries({ queryKey: linksQuery.queryKey })
      onMade(id)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : words.failed)
      await queryClient.invalidateQueries({ queryKey: linksQuery.queryKey })
    }
    setBusy(false)
    void queryClient.invalidateQueries()
  }

  const places = <span className="small dim num">{words.places(taken, limit)}</span>
  return (
    <div className={isSecond ? styles.more : styles.make}>
      {!isSecond && <h2 id="link-title">{words.title}</h2>}
      {isFull ? (
        <>
          {!isSecond && <b>{words.full(limit)}</b>}
          <p className="small dim">
            {isSecond && words.full(limit)} {words.fullText} <a href="/user/device">{words.devices}</a>
          </p>
        </>
      ) : (
        <>
          {!isSecond && <p className="dim">{isTrial ? words.trialText : words.text}</p>}
          <button
            type="button"
            className={isSecond ? 'btn quiet s' : 'btn'}
            onClick={() => void make()}
            disabled={busy}
            aria-busy={busy}
          >
            {busy ? t.busy : isSecond || known.links.length > 0 ? words.more : words.button}
          </button>
          {places}
        </>
      )}
      {problem !== '' && <p role="alert">{problem}</p>}
    </div>
  )
}

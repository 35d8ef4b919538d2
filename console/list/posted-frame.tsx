import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { blockFrameNavigation } from './block-frame-navigation.ts'

type Props = {
  readonly title: string
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** Called with the document of each version of the preview once it has loaded, before it is shown. */
  readonly onLoaded?: (page: Document) => void
}

const pauseMs = 500

/**
 * Preview of the typed values, rendered by the server without scripts. The old version stays visible until the new one
 * has loaded.
 */
export function PostedFrame({ title, action, fields, onLoaded }: Props) {
  const id = useId()
  const asked = `${action} ${JSON.stringify(fields)}`
  const [round, setRound] = useState({ asked, number: 1 })
  const [shown, setShown] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const current = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (round.asked === asked) return undefined
    const timer = setTimeout(() => setRound(({ number }) => ({ asked, number: number + 1 })), pauseMs)
    return () => clearTimeout(timer)
  }, [asked, round.asked])
  useEffect(() => form.current?.submit(), [round])
  useEffect(() => {
    const page = current.current?.contentDocument
    if (page) onLoaded?.(page)
  }, [onLoaded])
  const take = (number: number) => (event: SyntheticEvent<HTMLIFrameElement>) => {
    const frame = event.currentTarget
    // Ignores the load event that an empty frame also fires.
    if (number === shown || !frame.contentDocument || frame.contentDocument.URL === 'about:blank') return
    blockFrameNavigation(frame)
    onLoaded?.(frame.contentDocument)
    frame.contentWindow?.scrollTo(0, current.current?.contentWindow?.scrollY ?? 0)
    setShown(number)
  }
  const nameOf = (number: number) => `preview ${id} ${number}`
  return (
    <>
      <form ref={form} hidden method="post" action={action} target={nameOf(round.number)} aria-hidden="true">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      {[...new Set([shown, round.number])]
        .filter((number) => number > 0)
        .map((number) => (
          <iframe
            key={number}
            ref={number === shown ? current : null}
            name={nameOf(number)}
            className={number === shown ? undefined : 'coming'}
            title={title}
            sandbox="allow-same-origin"
            tabIndex={number === shown ? undefined : -1}
            aria-hidden={number === shown ? undefined : true}
            onLoad={take(number)}
          />
        ))}
    </>
  )
}

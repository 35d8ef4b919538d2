import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { mailingPreview } from '#shared/console.ts'
import type { Language } from '#shared/language.ts'
import { blockFrameNavigation } from '#console/list/block-frame-navigation.ts'
import { wordNames, wordsOf, type MailingValues } from './mailing-drafts.ts'

type Props = { readonly title: string; readonly values: MailingValues; readonly language: Language }

const pauseMs = 500

/** Preview of the mail from the real renderer, without scripts. The old version stays until the new one has loaded. */
export function MailFrame({ title, values, language }: Props) {
  const id = useId()
  const asked = `${language} ${wordsOf(values)}`
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
  const take = (number: number) => (event: SyntheticEvent<HTMLIFrameElement>) => {
    const frame = event.currentTarget
    // An empty frame also fires a load event.
    if (number === shown || frame.contentDocument?.URL === 'about:blank') return
    blockFrameNavigation(frame)
    frame.contentWindow?.scrollTo(0, current.current?.contentWindow?.scrollY ?? 0)
    setShown(number)
  }
  const nameOf = (number: number) => `mail ${id} ${number}`
  return (
    <div className="frames">
      <form
        ref={form}
        hidden
        method="post"
        action={`${mailingPreview}/${language}`}
        target={nameOf(round.number)}
        aria-hidden="true"
      >
        {wordNames.map((name) => (
          <input key={name} type="hidden" name={name} value={values[name] ?? ''} readOnly />
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
    </div>
  )
}

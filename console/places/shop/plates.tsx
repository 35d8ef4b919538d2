import { useEffect, useState } from 'react'
import { planPreview } from '#shared/console.ts'
import { stayInside } from '#console/list/stay-inside.ts'
import type { ShopText } from '#console/text/en/places/shop.ts'
import type { Draft, Plan } from './plan.ts'

type Props = {
  readonly t: ShopText
  readonly plan: Plan
  readonly draft: Draft | null
  /** When prices were read: what changed since then is drawn anew. */
  readonly readAt: number
}

/** So long no key is pressed before the plates are drawn with what is typed. */
const pauseMs = 400

/** The plate of a plan on the page of prices, in both languages: as it is, and with what is typed. The site's own renderer draws it. */
export function Plates({ t, plan: { id }, draft, readAt }: Props) {
  const [drawn, setDrawn] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  const query = new URLSearchParams({ ...drawn }).toString()
  return (
    <div className="in stack">
      {(['zh-CN', 'en'] as const).flatMap((language) => {
        const page = `${planPreview}/${language}/${id}`
        return [
          { which: t.now, source: `${page}?at=${readAt}` },
          ...(drawn ? [{ which: t.typed, source: `${page}?at=${readAt}&${query}` }] : []),
        ].map(({ which, source }) => (
          <figure key={`${language} ${which}`} className="plates">
            <figcaption className="faint">{t.frame(t.languages[language], which)}</figcaption>
            <Plate title={t.frame(t.languages[language], which)} source={source} />
          </figure>
        ))
      })}
    </div>
  )
}

/** The plate of now stands until the next one has come. */
function Plate({ title, source }: { title: string; source: string }) {
  const [shown, setShown] = useState(source)
  return [...new Set([shown, source])].map((each) => (
    <iframe
      key={each}
      className={each === shown ? undefined : 'coming'}
      title={title}
      src={each}
      sandbox="allow-same-origin"
      aria-hidden={each === shown ? undefined : true}
      tabIndex={-1}
      onLoad={({ currentTarget: frame }) => {
        stayInside(frame)
        showPlate(frame)
        setShown(source)
      }}
    />
  ))
}

/** Of the page of prices what a customer reads about this plan: its plate, and what a group pays. */
function showPlate(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument
  const row = page?.querySelector('fieldset .plate')?.closest('label')
  const plans = row?.closest('fieldset')
  const part = plans?.parentElement
  if (!page || !row || !plans || !part) return
  plans.replaceChildren(row)
  while (plans.previousElementSibling) plans.previousElementSibling.remove()
  page.body.replaceChildren(part)
  new ResizeObserver(() => (frame.height = String(Math.ceil(part.getBoundingClientRect().height)))).observe(part)
}

import { useEffect, useState } from 'react'
import { planPreview } from '#shared/console.ts'
import { blockFrameNavigation } from '#console/list/block-frame-navigation.ts'
import type { ShopText } from '#console/text/en/places/shop.ts'
import type { Draft, Plan } from './plan.ts'

type Props = {
  readonly t: ShopText
  readonly plan: Plan
  readonly draft: Draft | null
}

const pauseMs = 400

/**
 * Plan as customers see it in both languages: as it is now, and with the typed changes. Rendered by the site's own
 * renderer.
 */
export function PlanPreview({ t, plan, draft }: Props) {
  const [drawn, setDrawn] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  const query = new URLSearchParams({ ...drawn }).toString()
  const version = versionOf(plan)
  return (
    <div className="in stack">
      {(['zh-CN', 'en'] as const).flatMap((language) => {
        const page = `${planPreview}/${language}/${plan.id}`
        return [
          { which: t.now, source: `${page}#${version}` },
          ...(drawn ? [{ which: t.typed, source: `${page}?${query}#${version}` }] : []),
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

/**
 * Text that contains everything customers see of a plan. The preview reloads only when this changes, so not when equal
 * data is refetched.
 */
const versionOf = ({ names, badge, time, devices, rows }: Plan): string =>
  encodeURIComponent(
    JSON.stringify([
      names,
      badge,
      time,
      devices,
      rows.map(({ price, listPrice, groupOfTwo, groupOfThree }) => [price, listPrice, groupOfTwo, groupOfThree]),
    ]),
  )

/** Preview frame of a plan. The old frame stays until the new one has loaded. */
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
        blockFrameNavigation(frame)
        showPlate(frame)
        setShown(each)
      }}
    />
  ))
}

/** Reduces the pricing page in the frame to this plan's card and group price. */
function showPlate(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument
  const row = page?.querySelector('fieldset .plate')?.closest('label')
  const plans = row?.closest('fieldset')
  const part = plans?.parentElement
  if (!page || !row || !plans || !part) return
  page.documentElement.dataset.theme = document.documentElement.dataset.theme ?? 'light'
  plans.replaceChildren(row)
  while (plans.previousElementSibling) plans.previousElementSibling.remove()
  page.body.replaceChildren(part)
  new ResizeObserver(() => (frame.height = String(Math.ceil(part.getBoundingClientRect().height)))).observe(part)
}

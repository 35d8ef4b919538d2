import { Suspense, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { lazyPart } from '#web/display/lazy-part.tsx'
import type { App, System } from './apps.ts'
import styles from './connect.module.css'

const Guide = lazyPart(() => import('./guide.tsx'), {
  en: () => import('#text/en/site/guides.ts'),
  'zh-CN': () => import('#text/zh-CN/site/guides.ts'),
})

type Props = { readonly title: string; readonly app: App; readonly system: System; readonly isHere: boolean }

/** Folded setup guide with drawings, loaded when it is opened. */
export function GuideDoor({ title, ...guide }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.guide} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && (
        <Suspense fallback={<Skeleton size="list" />}>
          <Guide {...guide} />
        </Suspense>
      )}
    </details>
  )
}

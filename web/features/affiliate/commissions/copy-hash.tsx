import '#ui/textual.css'
import { useEffect, useRef, useState } from 'react'
import { sayCopied } from '#ui/say-copied.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'

/** Copies the full hash; the table shows it shortened. Without clipboard access the explorer link still has it. */
export function CopyHash({ t, hash }: { t: DashboardTexts; hash: string }) {
  const stop = useRef<() => void>(undefined)
  const [done, setDone] = useState(false)
  useEffect(() => () => stop.current?.(), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(hash)
    } catch {
      return
    }
    stop.current?.()
    stop.current = sayCopied(setDone)
  }
  return (
    <>
      <button
        type="button"
        className="textual"
        aria-label={done ? t.share.copied : t.settlements.copyHash(`${hash.slice(0, 10)}…`)}
        onClick={() => void copy()}
      >
        {done ? t.share.copied : t.share.copy}
      </button>
      <span className="vh" role="status">
        {done ? t.share.copied : ''}
      </span>
    </>
  )
}

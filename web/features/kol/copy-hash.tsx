import '#ui/textual.css'
import { useEffect, useRef, useState } from 'react'
import type { KolTexts } from '#web/text/en/kol.ts'

const shownMs = 3_000

/** Copies the whole hash, of which the table shows the ends. Without a clipboard the link beside it still leads there. */
export function CopyHash({ t, hash }: { t: KolTexts; hash: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [done, setDone] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(hash)
    } catch {
      return
    }
    setDone(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDone(false), shownMs)
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

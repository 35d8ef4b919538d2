import '#ui/textual.css'
import { useCopy } from '#ui/use-copy.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'

/**
 * Copies the full transaction hash, which the table shows shortened. Without clipboard access, the link to the block
 * explorer still shows it.
 */
export function CopyHash({ t, hash }: { t: DashboardTexts; hash: string }) {
  const { copied: done, copy } = useCopy()
  return (
    <>
      <button
        type="button"
        className="textual"
        aria-label={done ? t.share.copied : t.settlements.copyHash(`${hash.slice(0, 10)}…`)}
        onClick={() => void copy(hash)}
      >
        {done ? t.share.copied : t.share.copy}
      </button>
      <span className="vh" role="status">
        {done ? t.share.copied : ''}
      </span>
    </>
  )
}

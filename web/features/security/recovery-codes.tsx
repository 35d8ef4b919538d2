import { useEffect, useId } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { useCopy } from '#ui/use-copy.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'
import styles from './security.module.css'

type Props = { readonly t: SecurityTexts; readonly codes: readonly string[]; readonly onClose: () => void }

export function RecoveryCodes({ t, codes, onClose }: Props) {
  const id = useId()
  const words = t.recovery
  // If copying fails without clipboard access, the codes can still be printed or selected.
  const { copied, copy } = useCopy()
  useEffect(() => {
    // While recovery codes are shown, printing the page prints only the codes.
    document.documentElement.dataset.printing = 'codes'
    return () => void delete document.documentElement.dataset.printing
  }, [])
  return (
    <Dialog labelledBy={id} closeLabel={t.close} onClose={onClose}>
      <div className={styles.codes}>
        <h2 id={id}>{words.showTitle}</h2>
        <p className="dim">{words.showLead}</p>
        <ol className="num">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.ways}>
          <button type="button" className="btn quiet s" onClick={() => print()}>
            {words.print}
          </button>
          <button type="button" className="btn quiet s" onClick={() => void copy(codes.join('\n'))}>
            {copied ? words.copied : words.copy}
          </button>
        </div>
        <button type="button" className="btn wide" onClick={onClose}>
          {words.kept}
        </button>
        <span className="vh" role="status">
          {copied ? words.copied : ''}
        </span>
      </div>
    </Dialog>
  )
}

import './copy.css'
import { useRef, type ClipboardEventHandler, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useCopy } from './use-copy.ts'

type Props = {
  readonly value: string
  readonly label: string
  readonly copy: string
  readonly copied: string
  /** Content of the field, if it does not show the value as it is; `onCopy` then completes what was selected by hand. */
  readonly children?: ReactNode
  readonly onCopy?: ClipboardEventHandler
  /** Puts the button below the content on phones. */
  readonly isLong?: boolean
}

export function CopyField({ value, label, copy, copied, children = value, onCopy, isLong }: Props) {
  const code = useRef<HTMLElement>(null)
  const { copied: done, copy: copyValue } = useCopy()

  return (
    <div className="copy" data-long={isLong || undefined}>
      <code className="num" ref={code} onCopy={onCopy}>
        {children}
      </code>
      <button
        type="button"
        className="btn s"
        aria-label={done ? copied : label}
        data-copied={done || undefined}
        onClick={() => void copyValue(value, code.current)}
      >
        {!done && <Icon name="copy" />}
        {done ? copied : copy}
      </button>
      <span className="vh" role="status">
        {done ? copied : ''}
      </span>
    </div>
  )
}

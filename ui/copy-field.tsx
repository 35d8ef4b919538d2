import './copy.css'
import { useRef } from 'react'
import { Icon } from './icon.tsx'
import { useCopy } from './use-copy.ts'

type Props = {
  readonly value: string
  readonly label: string
  readonly copy: string
  readonly copied: string
}

export function CopyField({ value, label, copy, copied }: Props) {
  const code = useRef<HTMLElement>(null)
  const { copied: done, copy: copyText } = useCopy()

  async function copyValue() {
    // Selects the value without clipboard access, so that one shortcut copies it.
    if (!(await copyText(value)) && code.current) getSelection()?.selectAllChildren(code.current)
  }

  return (
    <div className="copy">
      <code className="num" ref={code}>
        {value}
      </code>
      <button
        type="button"
        className="btn s"
        aria-label={done ? copied : label}
        data-copied={done || undefined}
        onClick={() => void copyValue()}
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

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
  const { copied: done, copy: copyValue } = useCopy()

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

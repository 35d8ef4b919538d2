import './copy.css'
import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { sayCopied } from './say-copied.ts'

type Props = {
  readonly value: string
  readonly label: string
  readonly copy: string
  readonly copied: string
}

export function CopyField({ value, label, copy, copied }: Props) {
  const code = useRef<HTMLElement>(null)
  const stop = useRef<() => void>(undefined)
  const [done, setDone] = useState(false)
  useEffect(() => () => stop.current?.(), [])

  async function copyValue() {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // The clipboard needs HTTPS and permission. Without it the value is selected, so that one shortcut copies it.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      return
    }
    stop.current?.()
    stop.current = sayCopied(setDone)
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

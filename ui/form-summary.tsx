import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

/** What is wrong with a form that was sent. Takes the focus each time that it changes: pass a new `problem` for each try. */
export function FormSummary({ problem }: { problem: { readonly summary: string } | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [problem])
  return (
    problem && (
      <div className={styles.summary} role="alert" tabIndex={-1} ref={box}>
        <Icon name="bang" />
        <span>{problem.summary}</span>
      </div>
    )
  )
}

import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

/** Summary of a form's errors. Takes the focus whenever `problem` changes, so pass a new object for each attempt. */
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

import styles from './steps.module.css'

type Props = {
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the current step; `steps.length` if all are done. */
  readonly at: number
  readonly className?: string | undefined
}

export const Steps = ({ label, steps, at, className = '' }: Props) => (
  <ol className={`${styles.steps} ${className}`} aria-label={label}>
    {steps.map((step, index) => (
      <li key={step} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)

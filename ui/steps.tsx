import styles from './steps.module.css'

type Props = {
  readonly label: string
  /** What the stops are called, in order. */
  readonly steps: readonly string[]
  /** Which stop it is at; with as many as there are, all lie behind. */
  readonly at: number
  readonly className?: string | undefined
}

/** The way of something that takes a few steps: what is done, where it stands, what comes. */
export const Steps = ({ label, steps, at, className = '' }: Props) => (
  <ol className={`${styles.steps} ${className}`} aria-label={label}>
    {steps.map((step, index) => (
      <li key={step} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)

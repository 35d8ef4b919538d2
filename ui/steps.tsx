import styles from './steps.module.css'

type Props = {
  readonly label: string
  readonly steps: readonly string[]
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

import type { CryptoTexts } from '#web/text/en/crypto.ts'
import styles from './steps.module.css'

const order = ['network', 'token', 'wallet', 'confirmed'] as const
export type Step = (typeof order)[number] | 'done'

/** The way of a payment, lying down; `at` is where it stands, `done` its end. */
export function Steps({ t, at }: { t: CryptoTexts; at: Step }) {
  const here = at === 'done' ? order.length : order.indexOf(at)
  return (
    <ol className={styles.steps} aria-label={t.stepsLabel}>
      {order.map((step, index) => (
        <li key={step} data-done={index < here || undefined} aria-current={index === here ? 'step' : undefined}>
          {t.steps[step]}
        </li>
      ))}
    </ol>
  )
}

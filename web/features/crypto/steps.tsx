import { Steps as Way } from '#ui/steps.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import styles from './crypto-pay.module.css'

const order = ['network', 'token', 'wallet', 'confirmed'] as const
export type Step = (typeof order)[number] | 'done'

export const Steps = ({ t, at }: { t: CryptoTexts; at: Step }) => (
  <Way
    className={styles.steps}
    label={t.stepsLabel}
    steps={order.map((step) => t.steps[step])}
    at={at === 'done' ? order.length : order.indexOf(at)}
  />
)

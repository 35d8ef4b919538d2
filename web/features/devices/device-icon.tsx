import styles from './devices.module.css'

export const DeviceIcon = ({ type }: { type: 0 | 1 }) => (
  <svg className={styles.icon} viewBox="0 0 40 40" aria-hidden="true">
    {type === 0 ? (
      <path d="M12 4h16a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM17 31h6" />
    ) : (
      <path d="M6 8h28a2 2 0 0 1 2 2v17H4V10a2 2 0 0 1 2-2zM1 33h38" />
    )}
  </svg>
)

import styles from './skeleton.module.css'

/**
 * Placeholder with the size of the coming content, so that nothing jumps. Bars appear after 200 ms, so that fast loads
 * do not flash.
 */
export const Skeleton = ({ size }: { size: 'plate' | 'list' | 'page' }) => (
  <div className={styles.skeleton} data-size={size} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

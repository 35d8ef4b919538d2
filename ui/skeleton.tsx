import styles from './skeleton.module.css'

/** Placeholder in the size of the content. Bars appear after 200 ms, so that fast loads do not flash. */
export const Skeleton = ({ size }: { size: 'plate' | 'list' | 'page' }) => (
  <div className={styles.skeleton} data-size={size} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

import styles from './skeleton.module.css'

/** Placeholder of the size of content that is loading. Bars appear after 200 ms, so that fast loads do not flash. */
export const Skeleton = ({ size }: { size: 'plate' | 'list' | 'page' }) => (
  <div className={styles.skeleton} data-size={size} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

import styles from './skeleton.module.css'

/**
 * Holds a place until its content is there. Takes its room at once, so that nothing jumps, and shows bars after 200 ms,
 * so that nothing flashes. `size` is the room: a plate, a list, a page.
 */
export const Skeleton = ({ size }: { size: 'plate' | 'list' | 'page' }) => (
  <div className={styles.skeleton} data-size={size} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

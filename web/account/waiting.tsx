import { Skeleton } from '#ui/skeleton.tsx'
import styles from './routes/profile.module.css'

/** Shows the title of a section above a placeholder while its script or data loads. */
export const Waiting = ({ title }: { readonly title: string }) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    <Skeleton size="page" />
  </>
)

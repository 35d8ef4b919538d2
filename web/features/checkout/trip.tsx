import '#ui/plate.css'
import styles from './trip.module.css'

type Stop = { readonly label: string; readonly date: string }

export const Trip = ({ from, to }: { from: Stop; to: Stop }) => (
  <div className={`plate ${styles.sign}`}>
    <div className={styles.trip}>
      <span>
        {from.label}
        <small className="num">{from.date}</small>
      </span>
      <i />
      <span>
        {to.label}
        <small className="num">{to.date}</small>
      </span>
    </div>
  </div>
)

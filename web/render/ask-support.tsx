import styles from './ask-support.module.css'

type Props = { readonly title: string; readonly text: string; readonly label: string; readonly url: string }

export const AskSupport = ({ title, text, label, url }: Props) => (
  <aside className={styles.ask}>
    <div>
      <h2>{title}</h2>
      <p className="dim">{text}</p>
    </div>
    <a className="btn quiet" href={url} rel="noopener">
      {label}
    </a>
  </aside>
)

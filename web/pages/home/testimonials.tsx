import type { HomeProps } from './home-props.ts'
import styles from './testimonials.module.css'

export const Testimonials = ({ t, language, data }: HomeProps) =>
  data.testimonials.length > 0 && (
    <section className={styles.notes}>
      <div className="page">
        <h2>{t.testimonials}</h2>
        <ul>
          {data.testimonials.map(({ months, text, author, demo }) => (
            <li key={author.en}>
              <p className={`plate num ${styles.km}`}>
                {months}
                <small>{t.monthsAlong}</small>
              </p>
              <blockquote>{text[language]}</blockquote>
              <footer>
                {author[language]} {demo && <span className="tag hold">{t.sample}</span>}
              </footer>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )

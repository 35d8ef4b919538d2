import '#ui/plate.css'
import '#ui/prose.css'
import { definePage } from '#web/render/page.ts'
import { prefixLinks } from '#web/render/html.ts'
import en from '#text/en/site/student-discount.ts'
import zh from '#text/zh-CN/site/student-discount.ts'
import styles from './student-discount/student-discount.module.css'

const slug = 'student-discount'

/** Page of the student discount. It exists only if the operator has written its text. */
export default definePage({
  paths: ['/student-discount'],
  instances: (data) => data.content.en.pages.filter((page) => page.slug === slug).map(() => `/${slug}`),
  texts: { en, 'zh-CN': zh },
  head: ({ data, language }) => {
    const page = data.content[language].pages.find((each) => each.slug === slug)
    return { title: `${page?.title} | ${data.brand[language]}`, description: page?.summary ?? '' }
  },
  component: ({ t, data, language, base }) => {
    const page = data.content[language].pages.find((each) => each.slug === slug)
    if (!page) return null
    return (
      <div className={`page ${styles.student}`}>
        <header className="plate">
          <h1>{page.title}</h1>
          <p className="lead">{page.summary}</p>
        </header>
        {page.demo && <p className={styles.sample}>{t.sample}</p>}
        <div className="prose" dangerouslySetInnerHTML={{ __html: prefixLinks(page.html, base) }} />
        <a className="btn" href={`${base}/pricing`}>
          {t.toPricing}
        </a>
      </div>
    )
  },
})

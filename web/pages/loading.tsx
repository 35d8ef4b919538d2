import '#ui/progress.css'
import { BrandMark } from '#web/render/brand-mark.tsx'
import { definePage } from '#web/render/page.ts'
import { waiting as en } from '#text/en/site/no-script.ts'
import { waiting as zh } from '#text/zh-CN/site/no-script.ts'
import styles from './loading/loading.module.css'

/** Page that native apps show while they open the account area. Its animation appears after 300 ms. */
export default definePage({
  paths: ['/loading'],
  shell: 'bare',
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.loading} | ${data.brand[language]}`, description: t.loading }),
  component: ({ t, data }) => (
    <div className={styles.loading}>
      <div role="status">
        <BrandMark data={data} />
        <div className="dashes" />
        <h1 className="vh">{t.loading}</h1>
      </div>
    </div>
  ),
})

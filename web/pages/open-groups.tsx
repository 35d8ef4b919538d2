import openGroups from '#web/islands/open-groups.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/open-groups.ts'
import zh from '#text/zh-CN/site/open-groups.ts'
import styles from './open-groups/open-groups.module.css'

export default definePage({
  paths: ['/open-groups'],
  chat: 'never',
  picture: 'pricing',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.title} | ${data.brand[language]}`, description: t.description }),
  component: ({ t, base }) => (
    <div className={`page ${styles.open}`}>
      <h1>{t.title}</h1>
      <p className="lead">{t.lead}</p>
      <p>
        <a className="link" href={`${base}/group-buying`}>
          {t.how}
        </a>
      </p>
      <Island of={openGroups} props={{}} load={['now']} />
    </div>
  ),
})

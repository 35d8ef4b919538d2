import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { PlacesStrip } from '#web/render/places-strip.tsx'
import { organization } from '#web/render/schema.ts'
import en from '#text/en/site/home.ts'
import zh from '#text/zh-CN/site/home.ts'
import { Exit } from './home/exit.tsx'
import { Features } from './home/features.tsx'
import { GroupTeaser } from './home/group-teaser.tsx'
import { Hero } from './home/hero.tsx'
import type { HomeProps } from './home/home-props.ts'
import styles from './home/home.module.css'
import { Proof } from './home/proof.tsx'
import { Testimonials } from './home/testimonials.tsx'

export default definePage({
  paths: ['/'],
  prefetches: true,
  script: ({ proof }) => proof?.status?.feed && 'status',
  texts: { en, 'zh-CN': zh },
  catalogue: 'home',
  schema: (props) => [organization(props)],
  head: ({ t, data, language }) => ({
    title: t.title(data.brand[language]),
    description: t.description(data.brand[language], data.trialMinutes),
  }),
  component: (props: HomeProps) => (
    <div className={styles.home}>
      <Hero {...props} />
      <Proof {...props} />
      <PlacesStrip {...props} />
      <Features {...props} />
      <GroupTeaser {...props} />
      <Testimonials {...props} />
      <Exit {...props} />
    </div>
  ),
})

import { type Language, gap } from '#shared/language.ts'
import type { SiteGroup } from '#shared/site.ts'
import { canShare } from '#web/features/groups/base/group-part.ts'
import groupLink from '#web/islands/group-link.tsx'
import groupStart from '#web/islands/group-start.tsx'
import { groupDeadline } from '#web/render/group-deadline.ts'
import { linkWords } from '#web/render/group-link-words.ts'
import { Island } from '#web/render/island.tsx'
import { agreementVersions, helpUrlOf, translatePlans } from '#web/render/page-facts.ts'
import { definePage, type PageProps } from '#web/render/page.ts'
import en, { type GroupLinkTexts } from '#text/en/site/group-link.ts'
import zh from '#text/zh-CN/site/group-link.ts'
import styles from './group-link/group-link.module.css'

/** Page of a group's link, rendered with the current state. It has no path: the server selects it by the group. */
export default definePage({
  paths: [],
  noindex: true,
  prefetches: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: (props) => {
    const { t, data, language, prefix } = props
    const { card, pictures } = groupOf(props)
    const { title, description, sign, price } = linkWords(t, card, language)
    const hint = prefix === '' ? hintOf(language) : ''
    return {
      title: `${title} | ${data.brand[language]}`,
      description,
      preview: {
        title,
        path: `${prefix}/group-buying?group=${card.groupId}${hint}`,
        pictures,
        pictureText: [sign.join(gap(language)), price ?? ''].join(' ').trim(),
      },
    }
  },
  component: (props) => {
    const { data, language } = props
    const { card } = groupOf(props)
    const supportUrl = helpUrlOf(data)
    const offers = translatePlans(data.goods, language)
    const sheet = { kinds: data.identifiers, agreement: agreementVersions(data) }
    const shared = { offers, methods: data.methods, supportUrl, ...sheet }
    const start = <Island of={groupStart} props={{ ...shared, currency: card.currency }} />
    return (
      <>
        <Island
          of={groupLink}
          readable
          props={{ ...shared, first: card, deadline: groupDeadline(card.expiresAt, language) }}
          load={['now']}
        />
        <div className="page">
          {canShare(card) ? (
            <details id="start" className={styles.start}>
              <summary className={styles.open}>{props.t.startOwn}</summary>
              {start}
            </details>
          ) : (
            <section id="start" className={styles.start}>
              {start}
            </section>
          )}
        </div>
      </>
    )
  },
})

function groupOf({ group }: PageProps<GroupLinkTexts>): SiteGroup {
  if (!group) throw new Error('the page of a group’s link is asked for with a group')
  return group
}

/** Language parameter for link preview bots, which send no language and get Chinese by default. */
const hintOf = (language: Language): string => (language === 'en' ? '&lang=en' : '')

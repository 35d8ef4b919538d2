import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { comma } from '#web/display/comma.ts'
import { displayClock, displayDate } from '#web/display/display-date.ts'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import type { Link, Links } from './connect.queries.ts'
import { RemoveLink, RenewLink } from './link-dialogs.tsx'
import styles from './connect.module.css'

type Props = {
  readonly t: ConnectTexts
  readonly language: Language
  readonly known: Pick<Links, 'links' | 'renews'>
  readonly now: number
  readonly canUse: boolean
  readonly onShow: (id: string) => void
}

export function LinkList({ t, language, known, now, canUse, onShow }: Props) {
  const words = t.list
  const [open, setOpen] = useState<{ act: 'renew' | 'remove'; link: Link } | null>(null)
  const dialog = { t, language, onClose: () => setOpen(null) }
  return (
    <section className={styles.list} aria-labelledby="links-title">
      <h2 id="links-title">{words.title}</h2>
      <ul>
        {known.links.map((link) => {
          const name = link.name ?? words.unnamed
          const act = (text: string, label: string, onClick: () => void) => (
            <button type="button" className="btn quiet s" aria-label={label} onClick={onClick}>
              {text}
            </button>
          )
          return (
            <li key={link.id}>
              <div className={styles.about}>
                <b>{name}</b>
                <span className="small dim">
                  {link.fetchedAt === null ? words.unused : words.used(displayClock(link.fetchedAt, language, now))}
                  {comma(language)}
                  {words.made(displayDate(link.madeAt, language))}
                </span>
              </div>
              <div className={styles.acts}>
                {canUse && act(words.show, words.showLabel(name), () => onShow(link.id))}
                {canUse && act(words.renew, words.renewLabel(name), () => setOpen({ act: 'renew', link }))}
                {act(words.remove, words.removeLabel(name), () => setOpen({ act: 'remove', link }))}
              </div>
            </li>
          )
        })}
      </ul>
      {open?.act === 'renew' && <RenewLink {...dialog} link={open.link} renews={known.renews} onRenewed={onShow} />}
      {open?.act === 'remove' && <RemoveLink {...dialog} link={open.link} />}
    </section>
  )
}

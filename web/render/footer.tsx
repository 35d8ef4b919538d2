import type { Language } from '#shared/language.ts'
import type { LinkKey, SiteData } from '#shared/site.ts'
import { BrandMark } from './brand-mark.tsx'
import { shellTexts } from './language-link.tsx'

type Props = { readonly language: Language; readonly data: SiteData; readonly base: string; readonly today: string }

export function Footer({ language, data, base, today }: Props) {
  const years = [...new Set([data.releaseDate, today].map((day) => day.slice(0, 4)))].join('–')
  const t = shellTexts[language]
  const { clauses, pages } = data.content[language]
  const links = new Map(data.links.map(({ key, url }) => [key, url]))
  const outside = (key: LinkKey, label: string) => {
    const url = links.get(key)
    return url === undefined ? [] : [[url, label] as const]
  }
  const columns = [
    {
      title: t.help,
      links: [
        [`${base}/faq`, t.faq],
        [`${base}/announcements`, t.announcements],
        ...pages.map(({ slug, title }) => [`${base}/${slug}`, title] as const),
        [`${base}/pricing`, t.plansAndPricing],
        ...(data.places.length > 0 ? [[`${base}/locations`, t.locations] as const] : []),
        [`${base}/download`, t.download],
        ...outside('support', t.support),
      ],
    },
    {
      title: t.footerMore,
      links: [
        ...outside('blog', t.blog),
        ...outside('status', t.status),
        ...(data.services.length > 0 ? [[`${base}/status`, t.serviceHistory] as const] : []),
        ...outside('github', t.repository),
        ...outside('social', t.social),
        ...outside('messaging', t.messaging),
      ],
    },
    {
      title: t.legal,
      links: clauses.map(({ slug, title }) => [`${base}/clause/${slug}`, title] as const),
    },
  ] as const
  return (
    <footer className="foot">
      <div className="lane-line" aria-hidden="true" />
      <div className="page">
        <div className="foot-grid">
          <div>
            <a className="logo" href={base || '/'}>
              <BrandMark data={data} />
              {data.brand[language]}
            </a>
            <p className="foot-word">{t.end}</p>
          </div>
          {columns
            .filter((column) => column.links.length > 0)
            .map((column) => (
              <div key={column.title}>
                <h2>{column.title}</h2>
                <ul>
                  {column.links.map(([url, label]) => (
                    <li key={url}>
                      <a href={url} rel={url.startsWith('/') ? undefined : 'noopener'}>
                        {label}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </div>
        <div className="foot-end">
          <span>
            © {years} {data.brand[language]}
          </span>
          <span>{t.cookies}</span>
        </div>
      </div>
    </footer>
  )
}

import '#web/render/no-script.css'
import '#ui/plate.css'
import { sectionPaths, type SectionPath } from '#shared/account-sections.ts'
import { Sections } from '#ui/sections.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoScriptPlate } from '#web/render/no-script.tsx'
import { definePage } from '#web/render/page.ts'
import { supportUrlOf } from '#web/render/page-facts.ts'
import en from '#text/en/site/sections.ts'
import zh from '#text/zh-CN/site/sections.ts'
import styles from './account/account.module.css'

const sectionOf = (path: string): SectionPath | undefined => sectionPaths.find((section) => path === `/user/${section}`)

/** Server-rendered frame of the account area with its menu, without personal data. Scripts render the content. */
export default definePage({
  paths: ['/user', ...sectionPaths.map((section) => `/user/${section}`), '/user/*'],
  account: true,
  knowsSystem: true,
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language, path }) => {
    const section = sectionOf(path)
    return {
      title: `${section ? t.sections[section] : t.account} | ${data.brand[language]}`,
      description: t.account,
    }
  },
  component: ({ t, language, base, data, path }) => {
    const section = sectionOf(path)
    return (
      <>
        <div id="account" className={styles.account} aria-busy="true">
          <Sections
            label={t.menu}
            path={path}
            sections={sectionPaths
              .filter((each) => each !== 'help' || data.supportInbox)
              .map((each) => ({ to: `/user/${each}`, label: t.sections[each] }))}
            logOut={
              <button type="button" data-out="">
                {t.logOut}
              </button>
            }
          >
            <p className="vh" role="status">
              {t.loading}
            </p>
            {section && <h1 className={styles.title}>{t.sections[section]}</h1>}
            <Skeleton size="page" />
          </Sections>
        </div>
        <noscript>
          <NoScriptPlate language={language} base={base} kind="account" supportUrl={supportUrlOf(data)} />
        </noscript>
      </>
    )
  },
})

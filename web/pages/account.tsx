import '#web/render/no-script.css'
import '#ui/plate.css'
import { NoScriptPlate } from '#web/render/no-script.tsx'
import { definePage } from '#web/render/page.ts'
import { supportUrlOf } from '#web/render/page-facts.ts'
import { waiting as en } from '#text/en/site/no-script.ts'
import { waiting as zh } from '#text/zh-CN/site/no-script.ts'
import styles from './account/account.module.css'

/** Frame of the account area, without personal data. Scripts render its content. */
export default definePage({
  paths: ['/user', '/user/*'],
  account: true,
  knowsSystem: true,
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.account} | ${data.brand[language]}`, description: t.account }),
  component: ({ t, language, base, data }) => (
    <>
      <div id="account" className={styles.account} aria-busy="true">
        <p className="vh" role="status">
          {t.loading}
        </p>
      </div>
      <noscript>
        <NoScriptPlate language={language} base={base} kind="account" supportUrl={supportUrlOf(data)} />
      </noscript>
    </>
  ),
})

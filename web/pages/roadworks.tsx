import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#web/text/en/roadworks.ts'
import zh from '#web/text/zh-CN/roadworks.ts'

/** Addresses that exist and whose pages are still to be built. A page that opens takes its path from here. */
export default definePage({
  paths: ['/crypto-pay/:productId'],
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.title} | ${data.brand[language]}`, description: t.text }),
  component: ({ t, base }) => (
    <SignPage title={t.title} text={t.text} picture="roadworks">
      <a className="btn" href={`${base}/pricing`}>
        {t.toPricing}
      </a>
      <a className="btn quiet" href={base || '/'}>
        {t.toHome}
      </a>
    </SignPage>
  ),
})

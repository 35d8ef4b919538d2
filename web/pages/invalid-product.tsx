import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'

export default definePage({
  paths: [],
  status: 404,
  shell: 'bare',
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.invalidProductTitle} | ${data.brand[language]}`,
    description: t.invalidProductText,
  }),
  component: ({ t, base }) => (
    <SignPage title={t.invalidProductTitle} text={t.invalidProductText} picture="dead-end">
      <a className="btn" href={`${base}/pricing`}>
        {t.toPricing}
      </a>
      <a className="btn quiet" href="/user/orders">
        {t.toOrders}
      </a>
    </SignPage>
  ),
})

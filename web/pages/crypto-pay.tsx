import '#ui/plate.css'
import '#ui/progress.css'
import cryptoPay from '#web/islands/crypto-pay.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import en from '#web/text/en/buying.ts'
import zh from '#web/text/zh-CN/buying.ts'

export default definePage({
  paths: ['/crypto-pay/:productId'],
  instances: (data) => data.goods.map(({ id }) => `/crypto-pay/${id}`),
  missing: 'invalid-product',
  noindex: true,
  chat: 'never',
  connects: ({ walletRelay }) => (walletRelay === null ? [] : [walletRelay]),
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.cryptoPay} | ${data.brand[language]}`,
    description: t.cryptoPayDescription,
  }),
  component: ({ data, language, path }) => {
    const goods = data.goods.find(({ id }) => path === `/crypto-pay/${id}`)
    if (!goods) return null
    const taken = data.methods.find(({ method }) => method === 'crypto')?.currencies ?? []
    const prices = goods.prices.filter(({ currency }) => taken.includes(currency))
    return (
      <Island
        of={cryptoPay}
        props={{
          goodsId: goods.id,
          name: goods.names[language],
          walletRelay: data.walletRelay,
          prices: prices.map(({ currency, priceMinor }) => ({ currency, amountMinor: priceMinor })),
        }}
        load="now"
      />
    )
  },
})

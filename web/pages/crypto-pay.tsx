import '#ui/plate.css'
import '#ui/progress.css'
import cryptoPay from '#web/islands/crypto-pay.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/buying.ts'
import zh from '#text/zh-CN/site/buying.ts'

export default definePage({
  paths: ['/crypto-pay/:productId'],
  instances: (data) => [...data.goods, ...data.retiredGoods].map(({ id }) => `/crypto-pay/${id}`),
  missing: 'invalid-product',
  noindex: true,
  chat: 'never',
  linkedBy: ['?order'],
  connects: ({ walletRelay, demoWallet }) => [walletRelay, demoWallet?.chain].filter((url) => typeof url === 'string'),
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.cryptoPay} | ${data.brand[language]}`,
    description: t.cryptoPayDescription,
  }),
  component: ({ data, language, path }) => {
    const isHere = ({ id }: { id: string }) => path === `/crypto-pay/${id}`
    const goods = data.goods.find(isHere)
    // Plans that are no longer sold are included, because their orders can still be paid.
    const known = goods ?? data.retiredGoods.find(isHere)
    if (!known) return null
    const taken = data.methods.find(({ method }) => method === 'crypto')?.currencies ?? []
    const prices = goods?.prices.filter(({ currency }) => taken.includes(currency)) ?? []
    const { demoWallet } = data
    return (
      <>
        <Island
          of={cryptoPay}
          props={{
            goodsId: known.id,
            name: known.names[language],
            options: data.cryptoOptions,
            walletRelay: data.walletRelay,
            askShort: data.supportInbox ? '/user/help?about=short&order=' : null,
            prices: prices.map(({ currency, priceMinor }) => ({ currency, amountMinor: priceMinor })),
            ...(!goods && { isRetired: true as const }),
          }}
          load={['?order', '?network', 'token']}
          isPage
        />
        {demoWallet && <script defer src={demoWallet.script} data-chain={demoWallet.chain} />}
      </>
    )
  },
})

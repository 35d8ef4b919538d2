import { CryptoPay, type CryptoPayProps } from '#web/features/crypto/crypto-pay.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<CryptoPayProps, CryptoTexts>({
  name: 'crypto-pay',
  component: withQueries(CryptoPay),
  texts: { en: () => import('#text/en/site/crypto.ts'), 'zh-CN': () => import('#text/zh-CN/site/crypto.ts') },
})

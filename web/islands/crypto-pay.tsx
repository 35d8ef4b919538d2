import { CryptoPay, type CryptoPayProps } from '#web/features/crypto/crypto-pay.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CryptoTexts } from '#web/text/en/crypto.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<CryptoPayProps, CryptoTexts>({
  name: 'crypto-pay',
  component: withQueries(CryptoPay),
  texts: { en: () => import('#web/text/en/crypto.ts'), 'zh-CN': () => import('#web/text/zh-CN/crypto.ts') },
})

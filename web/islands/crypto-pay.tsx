import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { CryptoPay, type CryptoPayProps } from '#web/features/crypto/crypto-pay.tsx'
import { createQueryClient } from '#web/client/query-client.ts'
import type { CryptoTexts } from '#web/text/en/crypto.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function CryptoPayIsland(props: CryptoPayProps & IslandContext<CryptoTexts>) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <CryptoPay {...props} />
    </QueryClientProvider>
  )
}

export default defineIsland<CryptoPayProps, CryptoTexts>({
  name: 'crypto-pay',
  component: CryptoPayIsland,
  texts: { en: () => import('#web/text/en/crypto.ts'), 'zh-CN': () => import('#web/text/zh-CN/crypto.ts') },
})

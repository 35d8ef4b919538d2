import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { PurchaseResult } from '#web/features/checkout/purchase-result.tsx'
import { createQueryClient } from '#web/client/query-client.ts'
import type { OrderTexts } from '#web/text/en/order.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

export type PurchasedProps = { readonly supportUrl: string | null }

function PurchasedIsland(props: PurchasedProps & IslandContext<OrderTexts>) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <PurchaseResult {...props} />
    </QueryClientProvider>
  )
}

export default defineIsland<PurchasedProps, OrderTexts>({
  name: 'purchased',
  component: PurchasedIsland,
  texts: { en: () => import('#web/text/en/order.ts'), 'zh-CN': () => import('#web/text/zh-CN/order.ts') },
})

import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { createQueryClient } from '#web/client/query-client.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function CheckoutIsland(props: CheckoutProps & IslandContext<CheckoutTexts>) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Checkout {...props} />
    </QueryClientProvider>
  )
}

export default defineIsland<CheckoutProps, CheckoutTexts>({
  name: 'checkout',
  component: CheckoutIsland,
  texts: { en: () => import('#web/text/en/checkout.ts'), 'zh-CN': () => import('#web/text/zh-CN/checkout.ts') },
})

import { api } from '#web/lib/api.ts'
import { readPageData } from '#web/lib/page-data.ts'
import { keepPrefetched, readPrefetched } from '#web/lib/prefetch-store.ts'

/** Fetches the goods list and the client config for the pages to come. Silent: nobody asked for it. */
export async function prefetch(): Promise<void> {
  const { language } = readPageData()
  if (readPrefetched(language, Date.now())) return
  try {
    const [shop, config] = await Promise.all([
      api('/api/payment/payment_shop', {}, { handlesErrors: true }),
      api('/api/system/system_client_config', {}, { handlesErrors: true }),
    ])
    keepPrefetched({ language, at: Date.now(), goods: shop.list, config })
  } catch {
    // The page that needs them asks again and says what is wrong.
  }
}

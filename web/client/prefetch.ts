import { api } from '#web/client/api.ts'
import { readPageData } from '#web/client/page-data.ts'
import { savePrefetched, readPrefetched } from '#web/client/prefetch-store.ts'
import { fetchShop } from '#web/client/shop.ts'

/** Fetches the plans and the client config for later pages, unless they are stored already. Shows no errors. */
export async function prefetch(): Promise<void> {
  const { language } = readPageData()
  const known = readPrefetched(language, Date.now())
  if (known?.config) return
  try {
    const [goods, config] = await Promise.all([
      known?.goods ?? fetchShop(language),
      api('/api/system/system_client_config', {}, { handlesErrors: true }),
    ])
    savePrefetched({ language, at: known?.at ?? Date.now(), goods, config })
  } catch {
    // Ignores the error: the page that needs the data fetches it again and shows the error.
  }
}

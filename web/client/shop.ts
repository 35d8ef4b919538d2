import type { Language } from '#shared/language.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { savePrefetched } from '#web/client/prefetch-store.ts'

type Goods = CallOutput<'/api/payment/payment_shop'>['list']

let asked: { readonly language: Language; readonly answer: Promise<Goods> } | null = null

/** Fetches the plans on sale and stores them for later pages. Concurrent callers share one request. Shows no errors. */
export function fetchShop(language: Language): Promise<Goods> {
  if (asked?.language === language) return asked.answer
  const answer = api('/api/payment/payment_shop', {}, { handlesErrors: true })
    .then(({ list }) => {
      savePrefetched({ language, at: Date.now(), goods: list })
      return list
    })
    .finally(() => {
      if (asked?.answer === answer) asked = null
    })
  asked = { language, answer }
  return answer
}

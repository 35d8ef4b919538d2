import type { Language } from '#shared/language.ts'
import { api, type CallOutput } from '#web/client/api.ts'
import { savePrefetched } from '#web/client/prefetch-store.ts'

type Goods = CallOutput<'/api/payment/payment_shop'>['list']

let asked: { readonly language: Language; readonly answer: Promise<Goods> } | null = null

/** Plans on sale, from the server. Who asks while a question is under way shares its answer; the pages to come find it kept. Silent. */
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

import { cookieOf, readParameters } from '#web/lib/campaign-parameters.ts'
import type { CampaignText } from '#web/text/en/campaign.ts'
import stylesheet from '../campaign.css?url'

/** What the operator has set, on the enhancer's own element. */
type Options = {
  parameters: string
  days: number
  asks: boolean
  domain: string | undefined
  marketing: string | undefined
}

/** This tab's memory of what was declined to be kept. */
const tabKey = 'campaign'

function keep(values: [string, string][], options: Options): void {
  for (const [name, value] of values) document.cookie = cookieOf(name, value, options)
  if (!options.marketing) return
  fetch(`${options.marketing}/marketing/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(values)),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {
    // The cookies hold it; the marketing host hears of it with the next visit.
  })
}

async function ask(values: [string, string][], options: Options): Promise<void> {
  const texts: Record<string, () => Promise<{ default: CampaignText }>> = {
    en: () => import('#web/text/en/campaign.ts'),
    'zh-CN': () => import('#web/text/zh-CN/campaign.ts'),
  }
  const text = await texts[document.documentElement.lang]?.()
  if (!text) return
  const { default: t } = text
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet })
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
  const bar = Object.assign(document.createElement('section'), { className: 'campaign', ariaLabel: t.label })
  const sentence = Object.assign(document.createElement('p'), { textContent: t.text(options.days) })
  const button = (label: string, className: string, act: () => void) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: label, className })
    made.addEventListener('click', () => {
      act()
      bar.remove()
    })
    return made
  }
  bar.append(
    sentence,
    button(t.yes, 'btn s quiet', () => keep(values, options)),
    button(t.no, 'btn s quiet', () => sessionStorage.setItem(tabKey, JSON.stringify(Object.fromEntries(values)))),
  )
  document.body.append(bar)
}

/** The page runs this once, when its address carries such a parameter. */
export function start({ parameters = '', days, asks, domain, marketing }: DOMStringMap): void {
  const values = readParameters(location.search, parameters)
  if (values.length === 0) return
  const options = { parameters, days: Number(days), asks: asks === 'yes', domain, marketing }
  if (options.asks) void ask(values, options)
  else keep(values, options)
}

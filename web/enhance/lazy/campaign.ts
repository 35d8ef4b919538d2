import { cookieOf, readParameters, tabKey, visitCookie } from '#web/client/campaign-parameters.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { gap, type Language } from '#shared/language.ts'
import { postMarketing } from '#web/client/marketing.ts'
import { findParentDomain, mayKeepCookie } from '#web/client/parent-domain.ts'
import type { CampaignText } from '#text/en/site/campaign.ts'
import stylesheet from '../campaign.css?url'

type Options = {
  parameters: string
  days: number
  asks: boolean
  domain: string | undefined
  marketing: string | undefined
}

function save(values: [string, string][], options: Options): void {
  const visit = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  // Finding the parent domain sets a test cookie, so it happens only after consent.
  const domain = options.domain === 'parent' ? findParentDomain(location.hostname, mayKeepCookie) : options.domain
  for (const [name, value] of [...values, [visitCookie, visit] as const])
    document.cookie = cookieOf(name, value, { ...options, domain })
  postMarketing(options.marketing, '/marketing/visit', { ...Object.fromEntries(values), visit })
}

/**
 * Adds the campaign parameters to followed links, because nothing may be stored before consent. Returns the cleanup
 * function.
 */
function carryAlong(values: [string, string][]): () => void {
  const carry = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    const url = new URL(link.href)
    for (const [name, value] of values) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    link.href = url.href
  }
  document.addEventListener('click', carry, true)
  return () => document.removeEventListener('click', carry, true)
}

/**
 * Fetches the inviter's name and the trial length for referral code `r`. Null if the code is unknown or no answer comes
 * in time; then no greeting is shown.
 */
async function fetchGreeting(
  host: string | undefined,
  r: string,
): Promise<{ readonly name: string | null; readonly trialMinutes: number } | null> {
  if (!host) return null
  try {
    const answer = await Promise.race([
      fetch(`${host === '.' ? '' : host}/marketing/greeting`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ r }),
        credentials: 'omit',
      }),
      new Promise<never>((_resolve, reject) => setTimeout(reject, 1_500)),
    ])
    const { data } = (await answer.json()) as { data?: { name?: unknown; trialMinutes?: unknown } | null }
    if (typeof data?.trialMinutes !== 'number' || data.trialMinutes <= 0) return null
    return { name: typeof data.name === 'string' ? data.name : null, trialMinutes: data.trialMinutes }
  } catch {
    return null
  }
}

type Greeting = Awaited<ReturnType<typeof fetchGreeting>>
type Greeted = { readonly t: CampaignText; readonly language: Language; readonly greeting: Greeting }

async function greet(values: [string, string][], { marketing }: Options): Promise<Greeted | null> {
  const texts: Record<string, () => Promise<{ default: CampaignText }>> = {
    en: () => import('#text/en/site/campaign.ts'),
    'zh-CN': () => import('#text/zh-CN/site/campaign.ts'),
  }
  const language = document.documentElement.lang as Language
  const referral = values.find(([name]) => name === 'r')?.[1]
  const [text, greeting] = await Promise.all([
    texts[language]?.(),
    referral === undefined ? null : fetchGreeting(marketing, referral),
  ])
  return text ? { t: text.default, language, greeting } : null
}

export function offerTrial({ t, language, greeting }: Greeted, page: ParentNode): void {
  if (!greeting) return
  for (const { firstChild: label } of page.querySelectorAll('.btn.mark[href$="/trial"]'))
    if (label) label.nodeValue = t.tryFree(trialLength(greeting.trialMinutes, language))
}

async function ask(greeted: Greeted, values: [string, string][], options: Options, stopCarrying: () => void) {
  const { t, language, greeting } = greeted
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet })
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
  const bar = Object.assign(document.createElement('section'), { className: 'campaign', ariaLabel: t.label })
  const paragraph = (textContent: string) => Object.assign(document.createElement('p'), { textContent })
  const name = greeting?.name ?? null
  const why = name === null ? t.text(options.days) : t.named(name, options.days)
  const opening = greeting ? [t.greeting(name, trialLength(greeting.trialMinutes, language))] : []
  const button = (label: string, className: string, act: () => void) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: label, className })
    made.addEventListener('click', () => {
      act()
      stopCarrying()
      bar.remove()
    })
    return made
  }
  bar.append(
    paragraph([...opening, why].join(gap(language))),
    button(t.yes, 'btn s quiet', () => save(values, options)),
    button(t.no, 'btn s quiet', () =>
      sessionStorage.setItem(tabKey, JSON.stringify({ ...Object.fromEntries(values), at: Date.now() })),
    ),
  )
  // Places the consent bar above a pay bar at the bottom of the window, so that the pay bar stays usable.
  const payBar = document.querySelector('[data-bar]') ?? document.querySelector('#methods')?.parentElement
  if (payBar && getComputedStyle(payBar).position === 'sticky') bar.style.bottom = `${payBar.clientHeight}px`
  document.body.append(bar)
}

export function start({ parameters = '', days, asks, domain, marketing }: DOMStringMap): void {
  const values = readParameters(location.search, parameters)
  if (values.length === 0) return
  const options = { parameters, days: Number(days), asks: asks === 'yes', domain, marketing }
  const stopCarrying = options.asks ? carryAlong(values) : null
  if (!options.asks) save(values, options)
  void greet(values, options).then((greeted) => {
    if (!greeted) return
    offerTrial(greeted, document)
    // On the register page the form already contains the invite code, so no consent question is needed.
    if (stopCarrying && !/\/register\/?$/.test(location.pathname)) void ask(greeted, values, options, stopCarrying)
  })
}

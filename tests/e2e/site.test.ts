import { describe, expect, inject, test } from 'vitest'
import { openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'

watchBrowser()
const origin = () => inject('e2e').origin

describe('the language switch', () => {
  test('the language switch shows a page in the other language without a reload, and back', async () => {
    const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 404/] })
    for (const route of ['/', '/faq', '/pricing', '/login', '/clause/privacy-policy', '/no-such-page']) {
      await page.goto(route)
      await page.evaluate(`window.mark = 'still the same document'`)
      const title = await page.title()
      await page.locator('a[data-language]').click()
      await page.locator('html[lang=zh-CN]').waitFor()
      expect(await page.evaluate('window.mark'), route).toBe('still the same document')
      expect(await page.title()).not.toBe(title)
      expect(await page.locator('header nav a, header a.ib').first().textContent()).toBe('首页')
      expect(new URL(page.url()).pathname).toBe(route)
      expect(await page.evaluate(`document.activeElement.matches('a[data-language]')`), route).toBe(true)
      await page.locator('a[data-language]').click()
      await page.locator('html[lang=en]').waitFor()
      expect(await page.evaluate('window.mark'), route).toBe('still the same document')
      expect(await page.title()).toBe(title)
      await page.reload()
      expect(await page.evaluate('document.documentElement.lang'), route).toBe('en')
      // The next page is opened by a visitor who has chosen no language.
      await page.evaluate('localStorage.clear()')
    }
  })

  test('a form works after a language switch in the new language', async () => {
    const page = await openPage({ language: 'en', width: 'desktop' })
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.locator('a[data-language]').click()
    await page.locator('html[lang=zh-CN] [data-island=checkout][data-live]').waitFor()
    expect(await page.locator('main').textContent()).not.toContain('How far')
  })

  test('a URL that carries the language changes to that of the other language', async () => {
    const page = await openPage({ language: 'en', width: 'desktop' })
    await page.goto('/en/download')
    await page.locator('a[data-language]').click()
    await page.waitForURL('**/zh-CN/download')
    await page.locator('html[lang=zh-CN]').waitFor()
  })
})

describe('responses', () => {
  test.each(['/clause/x', '/announcements/x', '/student-discount/x', '/download/x'])(
    '%s returns 404',
    async (route) => {
      expect((await fetch(origin() + route)).status).toBe(404)
    },
  )

  test.each(['/user', '/user/profile', '/user/kol', '/user/receipt/x', '/start', '/crypto-pay'])(
    '%s is not indexed and names no alternate language',
    async (route) => {
      const html = await (await fetch(origin() + route)).text()
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toContain('rel="canonical"')
      expect(html).not.toContain('hreflang=')
    },
  )

  test('short URLs of legal texts redirect to the texts', async () => {
    const answer = await fetch(`${origin()}/en/clause/terms`)
    expect([answer.status, answer.url]).toEqual([200, `${origin()}/en/clause/terms-of-service`])
  })

  test('an ads crawler gets no page body, and a search crawler gets the page', async () => {
    const visit = async (agent: string) => (await fetch(`${origin()}/`, { headers: { 'user-agent': agent } })).text()
    expect(await visit('AdsBot-Google (+http://www.google.com/adsbot.html)')).not.toContain('<body')
    expect(await visit('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toContain('<h1')
  })

  test('every sitemap URL responds with its canonical URL, its alternates and an existing picture', async () => {
    const sitemap = await (await fetch(`${origin()}/sitemap.xml`)).text()
    const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '')
    expect(addresses.length).toBeGreaterThan(40)
    const pictures = new Set<string>()
    for (const address of addresses) {
      const answer = await fetch(address, { headers: { 'accept-language': 'en' } })
      const html = await answer.text()
      expect([address, answer.status]).toEqual([address, 200])
      expect(html).toContain(`<link rel="canonical" href="${address}">`)
      expect(html.match(/<link rel="alternate"/g)).toHaveLength(3)
      expect(html).not.toContain('name="robots"')
      pictures.add(/property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '')
    }
    for (const picture of pictures) expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')
  })

  test('structured data is valid JSON and matches the page', async () => {
    const graph = async (route: string) => {
      const html = await (await fetch(origin() + route)).text()
      const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
      return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
    }
    const faq = await graph('/en/faq')
    const questions = faq.find((thing) => thing['@type'] === 'FAQPage')?.mainEntity as { name: string }[]
    expect(questions.length).toBeGreaterThanOrEqual(20)
    const product = (await graph('/en/pricing')).find((thing) => thing['@type'] === 'Product')
    expect(product?.offers).toContainEqual({
      '@type': 'Offer',
      name: '12 months',
      price: '44.90',
      priceCurrency: 'USD',
    })
    expect((await graph('/zh-CN/download')).map((thing) => thing['@type'])).toContain('BreadcrumbList')
  })
})

describe('campaign parameters', () => {
  test('campaign parameters are stored only after consent, for seven days, and only if they look like codes', async () => {
    const page = await openPage({ language: 'en', width: 'phone' })
    await page.goto('/?gclid=abc_123&utm_source=x')
    const keep = page.getByRole('button', { name: 'Keep it' })
    await keep.waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('gclid')
    await keep.click()
    await keep.waitFor({ state: 'detached' })
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'gclid')
    expect(cookie).toMatchObject({ value: 'abc_123', secure: true, sameSite: 'Lax' })
    expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(7)
  })

  test('a referral offers its own trial on the home page, and its consent question leaves header and headline free', async () => {
    const page = await openPage({ language: 'en', width: 'phone' })
    await page.route('**/marketing/greeting', (route) =>
      route.fulfill({ json: { data: { name: null, trialMinutes: 180 } } }),
    )
    await page.goto('/?r=P8Q8QW9E')
    await page.getByRole('link', { name: 'Try 3 hours free' }).waitFor()
    const bar = page.locator('section.campaign')
    await bar.waitFor()
    const [question, button] = await Promise.all([
      bar.boundingBox(),
      page.getByRole('link', { name: 'Try 3 hours free' }).boundingBox(),
    ])
    expect((question?.y ?? 0) + (question?.height ?? 0)).toBe(page.viewportSize()?.height)
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(question?.y ?? 0)
  })

  test('declined campaign parameters stay in this tab only', async () => {
    const page = await openPage({ language: 'zh-CN', width: 'desktop' })
    await page.goto('/?gclid=abc')
    await page.getByRole('button', { name: '只在本页' }).click()
    expect(JSON.parse(await page.evaluate(`sessionStorage.getItem('campaign')`))).toEqual({
      gclid: 'abc',
      at: expect.any(Number),
    })
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('gclid')
  })

  test('a visit without campaign parameters loads no extra script and stores nothing', async () => {
    const page = await openPage({ language: 'en', width: 'desktop' })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/?utm_source=x')
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((url) => /campaign|chat/.test(url))).toEqual([])
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0)
  })
})

test('the FAQ search counts its results, and a linked answer is open', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto('/faq#payment-not-detected')
  await page.locator('#payment-not-detected[open]').waitFor()
  await page.getByLabel('Search the answers').fill('airplane')
  expect(await page.locator('details[data-entry]:visible').count()).toBe(1)
  expect(await page.locator('main').getByRole('status').first().textContent()).toBe('1 answers')
  await page.getByLabel('Search the answers').fill('zzzz')
  expect(await page.locator('details[data-entry]:visible').count()).toBe(0)
  expect(await page.locator('main').getByRole('status').first().textContent()).toContain('No answer')
})

test('a page script that throws raises a page error, and a malformed URL fragment does not break the page', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/broken by a release/] })
  await page.goto('/faq#%E4')
  const search = page.getByLabel('Search the answers')
  await search.fill('airplane')
  await expect.poll(() => page.locator('details[data-entry]:visible').count()).toBe(1)
  await page.route(/\/faq-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `throw new Error('broken by a release')` }),
  )
  const told = page.waitForEvent('pageerror')
  await page.goto('/faq')
  expect((await told).message).toBe('broken by a release')
})

test('an answer opened before the FAQ script loads appears in the URL, and the page does not scroll', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  const asked = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  await page.route(/\/faq-[^/]+\.js$/, async (route) => {
    asked.resolve()
    await opened.promise
    await route.continue()
  })
  await page.goto('/faq#payment-not-detected')
  await asked.promise
  const other = page.locator('details[data-entry]').first()
  await other.locator('summary').click()
  const at = await page.evaluate<number>('scrollY')
  opened.resolve()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${await other.getAttribute('id')}`)
  expect(await page.locator('details[data-entry][open]').count()).toBe(1)
  expect(await page.evaluate<number>('scrollY')).toBe(at)
})

test('the affiliate calculator uses the real commission rates', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto('/affiliate')
  await page.locator('#count').fill('1')
  // 25% of $44.90 for a first purchase; 20% for a renewal.
  await expect.poll(() => page.locator('output[name=first]').textContent()).toBe('$11.22')
  expect(await page.locator('output[name=renewal]').textContent()).toBe('$8.98')
})

test("the download page puts the visitor's own system first, visually and in tab order", async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.addInitScript(
    `Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140' })`,
  )
  await page.goto('/download')
  await page.locator('article').first().getByText('Windows').first().waitFor()
  const os = await page.evaluate<string>('document.documentElement.dataset.os')
  expect(os).toBe('windows')
  expect(await page.locator('article').first().getAttribute('data-client')).toBe(os)
  expect(await page.locator('article').count()).toBe(4)
})

test('the licences page names the authors of scripts and font', async () => {
  const answer = await fetch(`${origin()}/licences.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  for (const name of ['## react - ', '## @tanstack/react-query - ', '## The font Overpass', 'SIL OPEN FONT LICENSE'])
    expect(text).toContain(name)
})

test('a GET of an API call returns a JSON 404, and a marketing call is found below any path', async () => {
  for (const path of ['/v4/test', '/v4/test/api/payment/payment_shop', '/v4/test/no-such-call?a=1']) {
    const answer = await fetch(origin() + path, { headers: { accept: 'text/html' } })
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 404, status: 'NotFound' }])
  }
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"gclid":"abc-1"}' }
  for (const path of ['/marketing/visit', '/api/marketing/visit']) {
    const answer = await fetch(origin() + path, request)
    expect(await answer.json()).toMatchObject({ code: 200 })
  }
})

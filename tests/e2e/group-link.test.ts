import { describe, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { chooseGroup, codeOf, payAtCashier, makeGroup } from './group-steps.ts'
import { openAccount } from './open-account.ts'
import { corners, languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { reachCashier } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

/** Fetches a page like a link preview: no scripts, no language. */
async function fetchPreview(address: string) {
  const answer = await fetch(address, { headers: { 'accept-language': '' } })
  const html = await answer.text()
  const content = (name: string) =>
    [...html.matchAll(new RegExp(`<meta (?:property|name|itemprop)="${name}" content="([^"]*)">`, 'g'))].map(
      ([, value]) => value ?? '',
    )
  return { status: answer.status, cacheControl: answer.headers.get('cache-control'), html, content }
}

async function fetchPicture(address: string | undefined) {
  const answer = await fetch(address ?? '')
  const png = Buffer.from(await answer.arrayBuffer())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return {
    size: [png.readUInt32BE(16), png.readUInt32BE(20)],
    address: answer.url,
    cacheControl: answer.headers.get('cache-control'),
    png,
  }
}

/** Checks the preview of an open group in one language, and returns it. */
async function expectOpenPreview(link: string, language: Language) {
  const { groupLink, groups } = texts[language]
  const open = await fetchPreview(`${link}&lang=${language}`)
  expect([open.status, open.cacheControl]).toEqual([200, 'no-cache'])
  expect(open.content('og:title')).toEqual([groupLink.title.free(1)])
  expect(open.content('twitter:title')).toEqual(open.content('og:title'))
  expect(open.content('og:description')[0]).toContain(groupLink.plan(2, 12, 5))
  expect(open.content('og:url')[0]).toContain(`/group-buying?group=${codeOf(link)}`)
  expect(open.content('robots')).toEqual(['noindex'])
  expect(open.html).toContain(`<h1>${groups.headline.free(1)}</h1>`)
  const [wide, square] = await Promise.all(open.content('og:image').map(fetchPicture))
  expect([wide?.size, square?.size]).toEqual([
    [1200, 630],
    [500, 500],
  ])
  expect(wide?.cacheControl).toContain('immutable')
  expect(open.content('image')).toEqual([open.content('og:image')[1]])
  return open
}

/** Checks the preview of the same group once it is full. */
async function expectFullPreview(link: string, language: Language, open: Awaited<ReturnType<typeof fetchPreview>>) {
  const { groupLink, groups } = texts[language]
  const full = await fetchPreview(`${link}&lang=${language}`)
  expect(full.content('og:title')).toEqual([groupLink.title.full])
  expect(full.content('og:description')).toEqual([groupLink.over])
  expect(full.content('og:image')).not.toEqual(open.content('og:image'))
  expect((await fetchPicture(open.content('og:image')[0])).address).toBe(full.content('og:image')[0])
  const island = /data-island="group-link"[^>]*>(.*?)<script/s.exec(full.html)?.[1] ?? ''
  expect(island).toContain(groups.refused.full)
  expect(island).not.toMatch(/[¥$]\d/)
}

describe.each<Screen>([{ language: 'en', width: 'phone' }])('a group’s link ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { groups } = texts[language]

  once(
    'a shared group link has a preview with pictures of its state in each language; a full group leads to starting a new one',
    async () => {
      const starter = await openPage(screen)
      await openAccount(starter, language)
      const link = await makeGroup(starter, screen, { size: 2, who: 'all' })
      const previews = await Promise.all(languages.map((each) => expectOpenPreview(link, each)))
      const english = await fetchPreview(link.replace('/group-buying', '/en/group-buying'))
      expect(english.html).toContain(`href="/zh-CN/group-buying?group=${codeOf(link)}"`)

      const friend = await openPage(screen)
      await openAccount(friend, language)
      await friend.goto(link)
      await friend.getByRole('button', { name: groups.joinFree }).click()
      await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()

      await Promise.all(languages.map((each, index) => expectFullPreview(link, each, previews[index]!)))

      const late = await openPage(screen)
      await late.goto(link)
      await late.getByRole('link', { name: groups.startOwn }).click()
      await late.getByRole('heading', { name: groups.start.title }).waitFor()
      expect(await late.getByText(groups.yourShare).count()).toBe(0)
      expect(await faultsOf(late)).toEqual([])
    },
  )

  once('the group is shown before any script runs', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 3, who: 'self' })
    const visitor = await openPage({ ...screen, expected: [/ERR_FAILED/, /failed/i] })
    // Retries of a failed script have a query, so the pattern ends at the extension.
    await visitor.route(/\/assets\/.*\.js/, (route) => route.abort())
    await visitor.goto(link)
    await visitor.getByRole('heading', { level: 1, name: groups.headline.open(2) }).waitFor()
    await visitor.getByText(groups.yourShare).waitFor()
    expect(await faultsOf(visitor)).toEqual([])
  })
})

describe.each(corners)('a slow network ($language, $width)', (screen) => {
  const { language } = screen
  const { groups } = texts[language]

  test('a press on the join button before the scripts have loaded opens the payment', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'self' })
    const { visitor, letGo } = await openHeldBack(screen)
    await visitor.goto(link)
    const join = visitor.locator('[data-island=group-link] .btn')
    await join.waitFor()
    const box = await join.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(visitor.viewportSize()?.height ?? 0)
    expect(await visitor.getByRole('heading', { name: groups.start.title }).isVisible()).toBe(false)
    await join.click()
    letGo()
    await visitor.getByRole('dialog').getByRole('heading', { name: groups.howToPay }).waitFor()
  })
})

/** Opens a page whose scripts arrive only when `letGo` is called. */
async function openHeldBack(screen: Screen) {
  const visitor = await openPage(screen)
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await visitor.route('**/assets/**/*.js', async (route) => {
    await gate
    await route.continue()
  })
  return { visitor, letGo: () => letGo() }
}

describe.each<Screen>([{ language: 'en', width: 'phone' }])('an open group ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { groups, openGroups } = texts[language]

  once('an open group is listed publicly if its creator chose so, until the creator withdraws it', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    await chooseGroup(starter, screen, { size: 2, who: 'self' })
    const name = new RegExp(`^${groups.start.listed}`)
    expect(await starter.getByRole('checkbox', { name }).isChecked()).toBe(false)
    await starter.getByRole('checkbox', { name }).check()
    await payAtCashier(starter, await reachCashier(starter, screen), screen)
    const code = codeOf(starter.url())

    const visitor = await openPage(screen)
    await visitor.goto('/open-groups')
    const link = visitor.locator(`a[href$="/group-buying?group=${code}"]`)
    await link.waitFor()
    expect(await faultsOf(visitor)).toEqual([])
    await link.click()
    await visitor.getByRole('heading', { level: 1, name: groups.headline.open(1) }).waitFor()

    // Checks that the preview picture exists and that the payment button is below it.
    const picture = starter.locator('figure img')
    await picture.waitFor()
    const drawn = `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('figure img'))`
    expect(await starter.evaluate(drawn)).toBe(1200)
    const [copy, rest] = await Promise.all(
      [groups.linkLabel, new RegExp(`^${groups.mine.rest(1, '').trim().replaceAll(/\s/g, '\\s')}`)].map((each) =>
        starter.getByRole('button', { name: each }).boundingBox(),
      ),
    )
    expect(copy?.y).toBeLessThan(rest?.y ?? 0)
    expect(await faultsOf(starter)).toEqual([])

    const changed = starter.waitForResponse('**/payment/payment_joint_list')
    await starter.getByRole('checkbox', { name }).first().click()
    await changed
    await visitor.goto('/open-groups')
    await visitor
      .getByText(openGroups.empty)
      .or(visitor.getByRole('link', { name: openGroups.look }))
      .first()
      .waitFor()
    expect(await link.count()).toBe(0)
  })
})

test('an unknown group link returns 404 with a way to start one, and a forged picture URL returns 404', async () => {
  const { origin } = inject('e2e')
  for (const code of ['00000000000', 'no-code', ''])
    expect((await fetchPreview(`${origin}/group-buying?group=${code}`)).status).toBe(404)
  const missing = await fetchPreview(`${origin}/en/group-buying?group=00000000000`)
  expect(missing.html).toContain(texts.en.groupLink.startOwn)
  expect(missing.content('og:title')).toEqual([])
  const picture = await fetch(`${origin}/og/group/00000000000/${'a'.repeat(22)}-en-wide.png`)
  expect(picture.status).toBe(404)
})

test("a click on the join button joins although the page loads the visitor's account meanwhile", async () => {
  const screen = { language: 'en', width: 'desktop' } as const
  const { groups } = texts.en
  const starter = await openPage(screen)
  await openAccount(starter, 'en')
  const link = await makeGroup(starter, screen, { size: 2, who: 'all' })
  const friend = await openPage(screen)
  await openAccount(friend, 'en')
  // Delays the response with the visitor's own part, which replaces the button, until the mouse is down.
  let answer = () => {}
  const isDown = new Promise<void>((resolve) => (answer = resolve))
  await friend.route('**/payment_joint_order', async (route) => {
    await isDown
    await route.continue()
  })
  await friend.goto(link)
  const button = friend.getByRole('button', { name: groups.joinFree })
  await friend.locator('[data-island=group-link][data-live]').waitFor()
  const own = friend.waitForRequest('**/payment_joint_order')
  await button.hover()
  await own
  await friend.mouse.down()
  const answered = friend.waitForResponse('**/payment_joint_order')
  answer()
  await (await answered).finished()
  await friend.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))')
  await friend.mouse.up()
  await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()
})

import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialLength } from '#shared/trial-length-text.ts'
import { apps, appsOf, systems } from '#web/features/connect/apps.ts'
import { shownDate } from './shown-date.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { operate } from './invite-steps.ts'
import { openAccount } from './open-account.ts'
import { corners, onOneScreen, openPage, testIn, watchBrowser } from './open-page.ts'
import {
  chooseAlipay,
  choosePlan,
  decideAtCashier,
  markOfLetters,
  newPerson,
  reachCashier,
  sendAuthForm,
} from './steps.ts'
import { texts } from './texts.ts'
import { fromOwnAddress } from './visitor-address.ts'

watchBrowser()

const node = `Node ${markOfLetters()}`
beforeAll(async () => {
  const folder = await makeTemporaryFolder('e2e-node')
  const file = path.join(folder, 'node.json')
  await writeFile(file, JSON.stringify({ serverName: 'node.example.org' }))
  const where = ['--group', node.toLowerCase().replace(' ', '-'), '--host', 'node.example.org', '--port', '443']
  await operate('nodes', 'add', '--name', node, ...where, '--protocol', 'trojan', '--serves', 'both', '--file', file)
  await rm(folder, { recursive: true })
})
afterAll(() => operate('nodes', 'disable', '--node', node, '--reason', 'the tests of links are over'))

/** Saves pictures in both themes if PICTURES is set. */
async function savePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}-${theme}.png`, fullPage: true })
  }
}

const fetchAs = (agent: string, url: string) => fetch(url, { headers: { 'user-agent': agent, ...fromOwnAddress() } })

const shownLink = async (page: Page): Promise<string> =>
  (await page.locator('#link-title ~ .copy code').textContent()) ?? ''

describe.each(corners)('connecting an app ($language, $width)', (screen) => {
  const { language, width } = screen
  const onDesktop = testIn('zh-CN', language)
  const once = testIn('en', language)
  const { connect, connection, outcome, start, account, checkout } = texts[language]
  const { device } = identityTexts[language]
  const app = width === 'phone' ? 'Clash Meta' : 'Clash Verge Rev'
  const agent = width === 'phone' ? 'ClashMetaForAndroid/2.11.7.Meta' : 'clash-verge/v2.3.0'
  const name = connect.make.name(connect.app.systems[width === 'phone' ? 'android' : 'windows'], app)

  once(
    'a member creates a subscription link, an app uses it, renewing replaces it, and a refund disables it',
    async () => {
      const page = await openPage(screen)
      await openAccount(page, language)
      await page.goto('/user/connect')
      await page.getByRole('heading', { name: connect.standing.offer(trialLength(15, language)) }).waitFor()
      await savePicture(page, `connect-offer-${language}-${width}`)
      expect(await page.getByRole('button', { name: connect.make.button }).count()).toBe(0)
      expect(await faultsOf(page)).toEqual([])

      await page.goto('/pricing')
      await chooseAlipay(page, language)
      await choosePlan(page, 'plan-6')
      const cashier = await reachCashier(page, screen)
      await decideAtCashier(cashier, language, 'pay')
      if (width === 'desktop')
        await page.getByRole('dialog').getByRole('link', { name: checkout.order.seeOrder }).click()
      await page.waitForURL('**/purchased?order=*')
      await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
      await savePicture(page, `connect-purchased-${language}-${width}`)
      const [number = ''] = /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(await page.getByRole('main').innerText()) ?? []
      await page.getByRole('link', { name: outcome.connect }).click()
      await page.waitForURL('**/user/connect')
      expect(await page.getByRole('tab', { selected: true }).textContent()).toBe(
        connect.app.systems[width === 'phone' ? 'android' : 'windows'],
      )
      expect(await page.getByRole('radio', { name: app }).isChecked()).toBe(true)
      const places = page.getByRole('region', { name: connect.places.title })
      await expect.poll(() => places.getByRole('listitem').count()).toBe(4)
      expect(await places.getByText(connect.places.up, { exact: true }).count()).toBe(4)
      await page.getByRole('heading', { name: connection.local }).waitFor()
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.40' })
      await page.getByRole('button', { name: connection.again }).click()
      const city = language === 'en' ? 'Los Angeles, United States' : '美国洛杉矶'
      await page.getByRole('heading', { name: connection.oursAt(city) }).waitFor()
      await savePicture(page, `connect-paid-${language}-${width}`)
      expect(await faultsOf(page)).toEqual([])
      await page.setExtraHTTPHeaders({})

      await page.getByRole('button', { name: connect.make.button, exact: true }).click()
      await page.getByRole('heading', { name: connect.link.title(name) }).waitFor()
      await page.getByRole('img', { name: connect.link.qr }).waitFor()
      await page.getByText(connect.link.waiting).waitFor()
      const url = await shownLink(page)
      const opens = await page.getByRole('link', { name: connect.link.open(app) }).getAttribute('href')
      expect(opens).toContain(`install-config?url=${encodeURIComponent(`${url}?format=mihomo`)}&name=`)
      await savePicture(page, `connect-link-${language}-${width}`)
      expect(await faultsOf(page)).toEqual([])

      const got = await fetchAs(agent, url)
      expect([got.status, got.headers.get('content-type')]).toEqual([200, 'text/yaml; charset=utf-8'])
      expect(await got.text()).toContain(node)
      await page.getByText(connect.link.waiting).waitFor({ state: 'detached' })
      await page.getByText(connect.list.unused).waitFor({ state: 'detached' })

      // The link exists only in this page, not in browser storage or URL.
      const token = url.split('/').at(-1) ?? ''
      expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(token)
      expect(page.url()).not.toContain(token)

      await page.getByRole('button', { name: connect.list.renewLabel(name) }).click()
      const dialog = page.getByRole('dialog')
      expect(await faultsOf(page)).toEqual([])
      await dialog.getByRole('button', { name: connect.list.renew, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => shownLink(page)).not.toBe(url)
      const renewed = await shownLink(page)
      expect([(await fetchAs(agent, url)).status, (await fetchAs(agent, renewed)).status]).toEqual([404, 200])

      await page.goto('/user/device')
      await page.getByRole('button', { name: device.unbindLabel(name) }).waitFor()
      await savePicture(page, `connect-devices-${language}-${width}`)
      expect(await faultsOf(page)).toEqual([])

      await operate('orders', 'refund', '--order', number, '--all', '--reason', 'a test of links')
      await expect
        .poll(async () => {
          const ended = await fetchAs('v2rayNG/1.10', renewed)
          return decodeURIComponent(Buffer.from(await ended.text(), 'base64').toString())
        })
        .toContain(language === 'en' ? 'Ended' : '已到期')
      await page.goto('/user/connect')
      await page.getByRole('heading', { name: connect.standing.ended(shownDate(Date.now(), language)) }).waitFor()
      expect(await page.getByRole('button', { name: connect.list.showLabel(name) }).count()).toBe(0)
      await savePicture(page, `connect-ended-${language}-${width}`)
      expect(await faultsOf(page)).toEqual([])

      await page.getByRole('button', { name: connect.list.removeLabel(name) }).click()
      await page.getByRole('dialog').getByRole('button', { name: connect.list.remove, exact: true }).click()
      await page.getByRole('heading', { name: connect.list.title }).waitFor({ state: 'detached' })
      expect((await fetchAs(agent, renewed)).status).toBe(404)
    },
  )

  onDesktop('a trial starts when an app fetches its link, which uses the only device of the trial', async () => {
    const page = await openPage(screen)
    await page.goto('/register')
    await sendAuthForm(page, language, 'register', newPerson())
    await page.waitForURL('**/start')
    await savePicture(page, `connect-start-${language}-${width}`)
    await page.getByRole('link', { name: start.link.way }).click()
    await page.waitForURL('**/user/connect')
    await page.getByRole('heading', { name: connect.standing.armed(trialLength(15, language)) }).waitFor()
    await page.getByText(connect.make.trialText).waitFor()
    expect(await faultsOf(page)).toEqual([])
    // On a computer, a link for phones is shown as QR code.
    await page.getByRole('tab', { name: connect.app.systems.ios }).click()
    await page.getByRole('radio', { name: 'sing-box' }).check({ force: true })
    await page.getByRole('button', { name: connect.make.button, exact: true }).click()
    await page.getByText(connect.link.scanFirst('sing-box')).waitFor()
    await page.getByText(connect.make.full(1)).first().waitFor()
    expect(await page.getByRole('link', { name: connect.link.open('sing-box') }).count()).toBe(0)
    await savePicture(page, `connect-trial-${language}-${width}`)
    expect(await faultsOf(page)).toEqual([])
    const url = await shownLink(page)
    await page.reload()
    await page.getByRole('heading', { name: connect.standing.armed(trialLength(15, language)) }).waitFor()

    const got = await fetchAs('SFI/1.12', url)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await got.text()).toContain(node)
    await page.reload()
    await page.getByText(connect.standing.runningText).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/start')
    await page.getByRole('heading', { level: 1, name: start.heads.onTheRoad }).waitFor()
    await page.goto('/user/profile')
    await page.getByRole('link', { name: account.membership.connect }).waitFor()
    await savePicture(page, `connect-profile-${language}-${width}`)
    expect(await page.getByRole('link', { name: account.membership.connect }).getAttribute('href')).toBe(
      '/user/connect',
    )
  })

  once('no link is offered when no node serves the plan; the app and the traffic of this month are shown', async () => {
    const page = await openPage(screen)
    const { accountName } = await openAccount(page, language)
    await operate('people', 'give-time', '--user', accountName, '--days', '40', '--reason', 'a test of links')
    await page.route('**/user_tunnel_links', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      const month = { up: 200_000_000, down: 3_000_000_000 }
      const data = { ...answer.data, month, serves: { trial: false, paid: false } }
      await route.fulfill({ response, json: { ...answer, data } })
    })
    await page.goto('/user/connect')
    await page.getByRole('heading', { name: connect.unserved.title }).waitFor()
    expect(await page.getByRole('link', { name: connect.unserved.way }).getAttribute('href')).toBe('/start')
    await page.getByText(connect.standing.month('3.2\u00a0GB'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: connect.make.button }).count()).toBe(0)
    await savePicture(page, `connect-unserved-${language}-${width}`)
    expect(await faultsOf(page)).toEqual([])
  })
})

test('every listed app is offered on each of its systems with the URL that opens it there', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  const { connect } = texts.en
  const { accountName } = await openAccount(page, 'en')
  await operate('people', 'give-time', '--user', accountName, '--days', '40', '--reason', 'a test of links')
  await page.goto('/user/connect')
  for (const [system, label] of Object.entries(connect.app.systems)) {
    await page.getByRole('tab', { name: label }).click()
    const offered = await page
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.parentElement?.querySelector('b')?.textContent))
    const listed = apps.filter((app) => app.systems.some((each) => each === system))
    expect(offered).toEqual([...listed.map(({ name }) => name), connect.app.other])
  }
})

describe.each(corners)('guides ($language, $width)', (screen) => {
  const { language, width } = screen
  const { connect, guides } = texts[language]

  test('each app has steps with a drawing, loaded when they are opened', async () => {
    const page = await openPage(screen)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    const { accountName } = await openAccount(page, language)
    await operate('people', 'give-time', '--user', accountName, '--days', '40', '--reason', 'a test of guides')
    await page.goto('/user/connect')
    await page.getByRole('tab', { name: connect.app.systems.ios }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded.filter((url) => /guide-[^-]*\.js/.test(url))).toEqual([])
    for (const system of systems) {
      await page.getByRole('tab', { name: connect.app.systems[system] }).click()
      for (const { id, name } of appsOf(system)) {
        await page.locator(`input[name=app][value=${id}]`).check({ force: true })
        await page.getByText(connect.app.guide(name), { exact: true }).click()
        const steps = page.locator('#connect-apps details[open] li > p')
        await expect.poll(() => steps.allInnerTexts()).toEqual(guides.steps[id].map(({ text }) => text))
        const drawings = page.locator('#connect-apps details[open] svg[role=img]')
        expect(await drawings.count()).toBe(guides.steps[id].length)
        await savePicture(page, `guide-${id}-${system}-${language}-${width}`)
      }
      expect(await faultsOf(page)).toEqual([])
    }
    expect(loaded.filter((url) => /guide-[^-]*\.js/.test(url))).not.toEqual([])
    await page.getByRole('radio', { name: connect.app.other }).check({ force: true })
    await page.locator('#connect-apps details').waitFor({ state: 'detached' })
  })
})

onOneScreen(
  { language: 'en', width: 'desktop' },
  'renewing a link warns that other devices are affected where a panel serves the plan',
  async ({ language }) => {
    const page = await openPage({ language, width: 'desktop' })
    const { connect } = texts[language]
    const { accountName } = await openAccount(page, language)
    await operate('people', 'give-time', '--user', accountName, '--days', '40', '--reason', 'a test of links')
    await page.route('**/user_tunnel_links', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, renews: 'person' } } })
    })
    await page.goto('/user/connect')
    await page.getByRole('button', { name: connect.make.button, exact: true }).click()
    const name = connect.make.name(connect.app.systems.windows, 'Clash Verge Rev')
    await page.getByRole('button', { name: connect.list.renewLabel(name) }).click()
    await page.getByRole('dialog').getByText(connect.list.renewLead.person(name)).waitFor()
    // The list is polled, so a request may be running when the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

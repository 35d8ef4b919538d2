import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Manifest } from 'vite'
import { describe, expect, inject, test } from 'vitest'
import { sectionPaths } from '#shared/account-sections.ts'
import messagesEn from '#text/en/site/messages.ts'
import messagesZh from '#text/zh-CN/site/messages.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { logIn } from './identity-steps.ts'
import { openAccount } from './open-account.ts'
import { corners, countLoads, languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAndArrive, unfoldMenu } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

/** Names of the account sections, by the script files that the build makes for them. */
async function readSectionScripts(): Promise<ReadonlyMap<string, string>> {
  const file = path.join(import.meta.dirname, '../../dist/client/.vite/manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
  return new Map(
    Object.entries(manifest).flatMap(([source, { file: script }]) => {
      const section = /^web\/account\/routes\/([a-z-]+)\.tsx$/.exec(source)?.[1]
      return section === undefined ? [] : [[script, section] as const]
    }),
  )
}

const messages = { en: messagesEn, 'zh-CN': messagesZh }

describe.each(corners)('menu of the account area ($language, $width)', (screen) => {
  const { language, width } = screen
  const { account } = texts[language]
  const menuOf = (page: Page) => page.getByRole('navigation', { name: account.menu, exact: true })

  test('each section has a URL, a title, one main heading and a mark in the menu', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/user/profile')
    const loads = await countLoads(page)
    const titles = new Set<string>()
    for (const section of sectionPaths) {
      const name = account.sections[section]
      await unfoldMenu(page, language)
      await menuOf(page).getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**/user/${section}`)
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('heading', { level: 1 }).count(), section).toBe(1)
      await unfoldMenu(page, language)
      const marked = menuOf(page).locator('[aria-current=page]').filter({ visible: true })
      expect(await marked.allTextContents()).toEqual([name])
      expect(await page.title()).toMatch(new RegExp(`^${name} \\| `))
      titles.add(await page.title())
      // Folds the menu again: the same button folds and unfolds it.
      await unfoldMenu(page, language)
    }
    expect(titles.size).toBe(sectionPaths.length)
    expect(loads()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
  })

  test('the keyboard alone opens a section, and the focus follows into it', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/user/profile')
    await page.getByRole('heading', { name: account.sections.profile, level: 1 }).waitFor()
    if (width === 'phone') {
      const summary = menuOf(page).locator('summary')
      await summary.focus()
      await page.keyboard.press('Enter')
      await menuOf(page).getByRole('link', { name: account.sections.benefits, exact: true }).waitFor()
    } else await menuOf(page).getByRole('link', { name: account.sections.profile, exact: true }).focus()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (let presses = 0; presses < 20 && (await focused()) !== account.sections.security; presses++)
      await page.keyboard.press('Tab')
    expect(await focused()).toBe(account.sections.security)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/user/security')
    await page.getByRole('heading', { name: account.sections.security, level: 1 }).waitFor()
    expect(await page.evaluate<string>(`document.activeElement.querySelector('h1')?.textContent`)).toBe(
      account.sections.security,
    )
    // The menu of a phone is folded again.
    expect(await menuOf(page).getByRole('link').first().isVisible()).toBe(width === 'desktop')
  })
})

describe.each(languages)('documents of the account area (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const { account } = texts[language]
  const fetchPage = async (route: string) => {
    const response = await fetch(inject('e2e').origin + route, { headers: { 'accept-language': language } })
    return response.text()
  }

  test('the server sends title, heading and menu of each section before any script runs', async () => {
    for (const section of sectionPaths) {
      const html = await fetchPage(`/user/${section}`)
      const name = account.sections[section]
      expect(html, section).toMatch(new RegExp(`<title>${name} \\| `))
      expect(html.match(/<h1[^>]*>([^<]*)</)?.[1], section).toBe(name)
      for (const each of sectionPaths) expect(html, section).toContain(`href="/user/${each}"`)
      const marked = [...html.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].map(
        ([tag]) => /href="([^"]*)"/.exec(tag)?.[1],
      )
      expect(new Set(marked), section).toEqual(new Set([`/user/${section}`]))
    }
    expect(await fetchPage('/user/receipt/x')).not.toContain('aria-current="page"')
  })

  once('a section loads its own script and none of another section', async () => {
    const page = await openPage({ language, width: 'desktop' })
    await openAccount(page, language)
    const sections = await readSectionScripts()
    expect(sections.size).toBeGreaterThan(10)
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const section = sections.get(new URL(request.url()).pathname.slice(1))
      if (section !== undefined) loaded.add(section)
    })
    for (const [route, section] of [
      ['/user/profile', 'profile'],
      ['/user/orders', 'orders'],
      ['/user/security', 'security'],
      ['/user/notifications', 'notifications'],
      ['/user/device', 'device'],
    ] as const) {
      loaded.clear()
      await page.goto(route)
      await page.waitForLoadState('networkidle')
      expect([...loaded], route).toEqual([section])
    }
  })
})

test('former URLs of the account area lead to the present ones', async () => {
  const page = await openPage({ language: 'zh-CN', width: 'phone' })
  await openAccount(page, 'zh-CN')
  for (const [former, now] of [
    ['/user/profile#orders', '/user/orders'],
    ['/user/profile#security', '/user/security'],
    ['/user/profile#identity', '/user/security#identity'],
    ['/user/profile#messages', '/user/notifications#messages'],
  ] as const) {
    // Another page first, because a change of the hash alone would not load the former URL.
    await page.goto('/robots.txt')
    await page.goto(former)
    await page.waitForURL(`**${now}`)
    await page.locator('#account h1').waitFor()
    await page.waitForLoadState('networkidle')
  }
})

describe.each<Screen>([{ language: 'en', width: 'phone' }])('notice of a new sign-in ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const t = messages[language]
  const { security } = identityTexts[language]
  const { notMe } = security
  const device = 'Chrome on Android'
  const heading = `New sign-in: ${device}`

  once('names device and time to the other session, which ends it and changes the password from there', async () => {
    const owner = await openPage(screen)
    const person = await openAccount(owner, language)
    const thief = await openPage({ ...screen, expected: [/status of 401/] })
    await logIn(thief, language, person)
    await thief.waitForURL('**/user/profile')

    const banner = owner.getByRole('region', { name: t.label })
    const offered = async () => {
      const answered = owner.waitForResponse('**/user_notices')
      await owner.goto('/user/device')
      return ((await (await answered).json()) as { data: { unread: number } }).data.unread
    }
    await expect.poll(offered).toBe(1)
    await banner.getByRole('heading', { name: heading, exact: true }).waitFor()
    expect(await banner.innerText()).toMatch(/\d\d:\d\d/)
    // The banner highlights only the harmless button, by which the owner confirms the sign-in.
    expect(await banner.locator('.btn').allTextContents()).toEqual([t.wasMe])
    expect(await faultsOf(owner)).toEqual([])
    const heard = thief.waitForResponse('**/user_notices')
    await thief.goto('/user/device')
    expect(await (await heard).json()).toMatchObject({ data: { list: [], unread: 0 } })

    await banner.getByRole('link', { name: 'It wasn’t me', exact: true }).click()
    await owner.waitForURL('**/user/security?not-me=*')
    const plate = owner.getByRole('region', { name: notMe.title })
    await plate.getByText(device, { exact: true }).waitFor()
    expect(await faultsOf(owner)).toEqual([])
    await plate.getByRole('button', { name: notMe.endAndChange }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('heading', { name: security.password.changeTitle }).waitFor()
    // After the dialog is closed, the page still offers the password change.
    await owner.keyboard.press('Escape')
    const ended = owner.getByRole('region', { name: notMe.endedTitle })
    await openAndArrive(thief, '/user/orders', '**/login')
    await ended.getByRole('button', { name: notMe.change }).click()
    await dialog.getByRole('textbox', { name: security.password.current, exact: true }).fill(person.password)
    await dialog.getByRole('textbox', { name: security.fields.newPassword, exact: true }).fill('a way that is new 42')
    await dialog.getByRole('button', { name: security.save }).click()
    await owner.getByText(security.password.done).waitFor()
    await ended.waitFor({ state: 'detached' })
    await owner.waitForURL((url) => url.pathname === '/user/security' && url.search === '')
  })

  once('a press on "It was me" dismisses it, and it stays readable under Notifications', async () => {
    const owner = await openPage(screen)
    const person = await openAccount(owner, language)
    const other = await openPage(screen)
    await logIn(other, language, person)
    await other.waitForURL('**/user/profile')
    const banner = owner.getByRole('region', { name: t.label })
    await expect
      .poll(async () => {
        await owner.goto('/user/orders')
        await owner.waitForLoadState('networkidle')
        return banner.count()
      })
      .toBe(1)
    await banner.getByRole('button', { name: t.putAwayLabel(t.wasMe, heading) }).click()
    await banner.waitFor({ state: 'detached' })
    await owner.reload()
    await owner.waitForLoadState('networkidle')
    expect(await banner.count()).toBe(0)
    await owner.goto('/user/notifications')
    const notice = owner.getByRole('article', { name: heading })
    await notice.getByRole('time').or(notice.locator('time')).first().waitFor()
    expect(await notice.getByText(t.unread, { exact: true }).count()).toBe(0)
    expect(await faultsOf(owner)).toEqual([])
  })
})

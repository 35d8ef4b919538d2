import { describe, expect, test } from 'vitest'
import { corners, openPage, watchBrowser } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each(corners)('a fresh installation ($language, $width)', (screen) => {
  test('testimonials, student discount and the affiliate contact are labelled as samples', async () => {
    const page = await openPage(screen)
    const { account } = texts[screen.language]
    const sample = screen.language === 'en' ? /sample/i : /示例/
    await page.goto('/')
    const notes = page.locator('li', { has: page.locator('blockquote') })
    expect(await notes.count()).toBe(3)
    for (const note of await notes.all()) expect(await note.innerText()).toMatch(sample)
    await page.goto('/student-discount')
    expect(await page.locator('main').innerText()).toMatch(sample)
    await page.goto('/affiliate')
    const line = page.locator('#apply p', { has: page.getByRole('link', { name: '@wayfare_affiliates' }) })
    expect(await line.innerText()).toMatch(sample)
    await openAccount(page, screen.language)
    await page.goto('/user/kol')
    const own = page.locator('#account p', { hasText: account.affiliateContact })
    await own.getByRole('link', { name: '@wayfare_affiliates' }).waitFor()
    expect(await own.innerText()).toMatch(sample)
  })
})

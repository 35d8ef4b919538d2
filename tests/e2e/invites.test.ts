import { describe, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { openPage, testIn, watchBrowser } from './open-page.ts'
import { buyYear } from './invite-steps.ts'
import { inviteTexts } from './invite-texts.ts'
import { openAccount } from './open-account.ts'
import { newPerson, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each<Language>(['en'])('inviting a friend (%s)', (language) => {
  const once = testIn('en', language)
  const { account, auth } = texts[language]
  const { invites } = inviteTexts[language]

  once("inviting needs an active membership, and a referred friend's purchase adds time", async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccount(page, language)
    await page.goto('/user/reward')
    await page.getByRole('heading', { name: invites.inactiveTitle }).waitFor()
    await page.getByText(invites.empty).waitFor()
    expect(await faultsOf(page)).toEqual([])

    await buyYear(page, language)
    await page.goto('/user/reward')
    await page.getByText(invites.active('').slice(0, 8)).first().waitFor()
    expect(await page.getByRole('heading', { name: invites.inactiveTitle }).count()).toBe(0)
    const link = (await page.locator('code', { hasText: 'r=' }).textContent()) ?? ''
    const code = new URL(link).searchParams.get('r') ?? ''
    expect(code).toMatch(/^[0-9A-Z]{8}$/)

    const friend = await openPage({ language, width: 'phone' })
    await friend.goto(link)
    const invite = friend.getByLabel(auth.inviteCode)
    await expect.poll(() => invite.inputValue()).toBe(code)
    // The form already has the code, so no consent to store it is asked for.
    expect(await friend.getByRole('button', { name: inviteTexts[language].campaign.yes }).count()).toBe(0)
    await sendAuthForm(friend, language, 'register', newPerson())
    await friend.waitForURL('**/start')
    await page.reload()
    await page.getByRole('cell').getByText(invites.states.registered, { exact: true }).waitFor()

    await buyYear(friend, language)
    const added = page.getByRole('cell').getByText(invites.states.rewarded, { exact: true })
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('table').waitFor()
        return added.count()
      })
      .toBe(1)
    await page.getByRole('cell').getByText(account.ledger.days(36)).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})

test('the referral code is passed along in links until consent is answered, and kept in this tab after a no', async () => {
  const { campaign } = inviteTexts['zh-CN']
  const page = await openPage({ language: 'zh-CN', width: 'phone' })
  await page.goto('/?r=W4YF7K2M-blog&gclid=Cj0')
  const no = page.getByRole('button', { name: campaign.no })
  await no.waitFor()
  await page.locator('main a[href$="/pricing"]').first().click()
  await page.waitForURL(/\/pricing\?.*r=W4YF7K2M-blog/)
  expect(await page.evaluate(`sessionStorage.getItem('campaign')`)).toBeNull()
  await no.click()
  await page.goto('/register')
  const invite = page.getByLabel(texts['zh-CN'].auth.inviteCode)
  await expect.poll(() => invite.inputValue()).toBe('W4YF7K2M')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('r')
})

test('referral code and return URL are passed from login to registration when the page script failed', async () => {
  const { auth } = texts.en
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/ERR_FAILED/, /status of 400/] })
  let failed = 0
  await page.route(/\/door-[^/]+\.js$/, (route) => {
    failed++
    return route.abort()
  })
  const referer = new URL('/group-buying', inject('e2e').origin).href
  await page.goto('/register?r=W4YF7K2M-blog', { referer })
  const sent = page.waitForRequest('**/user_register_username')
  await sendAuthForm(page, 'en', 'register', newPerson())
  expect((await sent).postDataJSON()).toMatchObject({ inviteCode: 'W4YF7K2M', campaign: { r: 'W4YF7K2M-blog' } })
  expect(await page.evaluate(`sessionStorage.getItem('register-page-origin')`)).toBe('/group-buying')
  // The invite code is unknown, so its field shows an error once.
  await page.getByRole('alert').waitFor()
  await page.getByLabel(auth.inviteCode).fill('')
  await page.evaluate(`document.querySelector('a[data-language=zh-CN]').click()`)
  await page.locator('html[lang=zh-CN]').waitFor()
  expect(await page.getByLabel(texts['zh-CN'].auth.inviteCode).inputValue()).toBe('')
  expect(failed).toBeGreaterThan(0)
})

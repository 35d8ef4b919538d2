import { describe, expect, inject, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { arrive, countDone } from './count-done.ts'
import { chooseGroup, chooseInDialog, codeOf, makeGroup } from './group-steps.ts'
import { call, openAccount } from './open-account.ts'
import { corners, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { logInInSheet, pressPay, takeMadeAccount } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each(corners)('new visitor and groups ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('zh-CN', language)
  const { groups } = texts[language]

  test('a new visitor starts a group in three clicks without typing', async () => {
    const page = await openPage(screen)
    await page.goto('/group-buying')
    await page.locator('[data-island=group-start]').scrollIntoViewIfNeeded()
    const done = await countDone(page)
    await page.reload()
    await pressPay(page)
    await page.getByRole('dialog').locator('code').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await takeMadeAccount(page, language)
    await arrive(page, screen)
    expect(done).toEqual({ clicks: 3, typed: 0 })
  })

  once('a new visitor joins a group by link in four clicks without typing, and the inviter is credited', async () => {
    const starter = await openPage(screen)
    const { token } = await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 3, who: 'self' })
    const invited = async () => (await call('/api/system/system_refer_config', {}, language, token)).data
    const { inviteCode } = await invited()

    const friend = await openPage(screen)
    const done = await countDone(friend)
    await friend.goto(`${link}&r=${inviteCode}`)
    const placed = friend.waitForRequest('**/payment_joint_join_for_pay')
    await friend.getByRole('button', { name: new RegExp(`^${groups.join(false, '')}`) }).click()
    await pressPay(friend)
    await friend.getByRole('dialog').getByText(texts[language].signIn.invited(inviteCode)).waitFor()
    await takeMadeAccount(friend, language)
    expect((await placed).postDataJSON()).toMatchObject({ group: codeOf(link) })
    await arrive(friend, screen, 'alipay')
    expect(done).toEqual({ clicks: 4, typed: 0 })
    // `invites.test.ts` reads the inviter's page.
    expect((await invited()).records.map(({ state }) => state)).toEqual(['registered'])
  })
})

describe.each<Screen>([{ language: 'en', width: 'phone' }])(
  'sign-in sheet over a group ($language, $width)',
  (screen) => {
    const { language } = screen
    const once = testIn('en', language)
    const { groups, signIn } = texts[language]

    once('the sheet keeps group size, payer and method, and closing it leaves the form unchanged', async () => {
      const page = await openPage(screen)
      await chooseGroup(page, screen, { size: 2, who: 'all' })
      await pressPay(page)
      const sheet = page.getByRole('dialog')
      await sheet.getByText(/¥/).first().waitFor()
      await sheet.getByRole('button', { name: signIn.close }).click()
      await sheet.waitFor({ state: 'detached' })
      expect(await page.getByRole('radio', { name: new RegExp(`^${groups.start.sizes[2]}`) }).isChecked()).toBe(true)
      expect(await page.getByRole('radio', { name: new RegExp(`^${groups.start.all}`) }).isChecked()).toBe(true)
      const placed = page.waitForRequest('**/payment_joint_purchase')
      await pressPay(page)
      await takeMadeAccount(page, language)
      expect((await placed).postDataJSON()).toMatchObject({
        size: 2,
        paymentType: 0,
        currency: 'CNY',
        method: 'alipay',
      })
    })

    async function friendWhoIsSignedOut() {
      const starter = await openPage(screen)
      await openAccount(starter, language)
      const link = await makeGroup(starter, screen, { size: 2, who: 'self' })
      const friend = await openPage(screen)
      const person = await openAccount(friend, language)
      await friend.evaluate('localStorage.clear()')
      await friend.goto(link)
      await friend.getByRole('button', { name: new RegExp(`^${groups.join(true, '')}`) }).click()
      await chooseInDialog(friend, screen)
      return { link, friend, person }
    }

    once('logging in through the sheet takes the seat and pays by the chosen method', async () => {
      const { link, friend, person } = await friendWhoIsSignedOut()
      const placed = friend.waitForRequest('**/payment_joint_join_for_pay')
      await pressPay(friend)
      await logInInSheet(friend, language, person)
      expect((await placed).postDataJSON()).toMatchObject({ group: codeOf(link), method: 'alipay' })
      await arrive(friend, screen, 'alipay')
    })

    once('the sheet opens over the payment question, and a double confirmation creates one order', async () => {
      const { friend, person } = await friendWhoIsSignedOut()

      let bring = () => {}
      const fetched = new Promise<void>((resolve) => (bring = resolve))
      await friend.route('**/assets/sign-in-sheet-*.js', (route) => fetched.then(() => route.continue()))
      const asked = friend.waitForRequest('**/assets/sign-in-sheet-*.js')
      await pressPay(friend)
      await asked
      const question = friend.getByRole('dialog').locator('button[type=submit]')
      await question.and(friend.locator('[aria-busy]')).waitFor()
      bring()
      await friend.getByRole('dialog').getByRole('tab', { name: signIn.doors.login }).waitFor()

      let reply = () => {}
      const held = new Promise<void>((resolve) => (reply = resolve))
      await friend.route('**/system_user_info', (route) => held.then(() => route.continue()))
      let orders = 0
      friend.on('request', (request) => {
        if (request.url().endsWith('/payment_joint_join_for_pay')) orders += 1
      })
      const userAsked = friend.waitForRequest('**/system_user_info')
      await logInInSheet(friend, language, person)
      await userAsked
      await question.click()
      reply()
      await arrive(friend, screen, 'alipay')
      expect(orders).toBe(1)
    })

    once('a free seat is given without asking for payment', async () => {
      const starter = await openPage(screen)
      await openAccount(starter, language)
      const link = await makeGroup(starter, screen, { size: 2, who: 'all' })
      const friend = await openPage(screen)
      await friend.goto(link)
      await friend.getByRole('button', { name: groups.joinFree }).click()
      const sheet = friend.getByRole('dialog')
      await sheet.locator('code').waitFor()
      await sheet.getByText(signIn.nextFree).waitFor()
      await sheet.getByRole('checkbox').click()
      await sheet.getByRole('button', { name: signIn.keptAndGo }).click()
      await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()
    })

    once('an error after login is shown at the group panel', async () => {
      const page = await openPage({ ...screen, expected: [/status of 409/] })
      await page.goto('/group-buying')
      await page.route('**/payment_joint_purchase', (route) =>
        route.fulfill({ status: 409, json: { code: 409, status: 'PriceChanged', msg: 'No longer.', data: null } }),
      )
      await pressPay(page)
      await takeMadeAccount(page, language)
      await page.getByRole('alert').getByText('No longer.').waitFor()
      await page.unroute('**/payment_joint_purchase')
      await pressPay(page)
      await page.waitForURL(`${inject('e2e').simulator}/till/**`)
    })
  },
)

import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { faultsOf } from './axe.ts'
import { chooseGroup, chooseInDialog, codeOf, makeGroup, payAtCashier, startGroup } from './group-steps.ts'
import ordersEn from '#console/text/en/places/orders.ts'
import ordersZh from '#console/text/zh-CN/places/orders.ts'
import { openConsole, shellTexts } from './console/console-steps.ts'
import { operate } from './invite-steps.ts'
import { corners, onOneScreen, openPage, testIn, watchBrowser, type Screen } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { pressPay, reachCashier, takeMadeAccount } from './steps.ts'
import { changeProduct } from '../support/query-product.ts'
import { texts } from './texts.ts'

watchBrowser()

/** Checks that the account says what becomes of a paid seat, instead of selling a plan. */
async function expectSeatPlates(page: Page, { language }: Screen, link: string): Promise<void> {
  const { account, outcome } = texts[language]
  for (const section of ['profile', 'connect']) {
    await page.goto(`/user/${section}`)
    const plate = page.locator('[data-outcome=group-wait]')
    await plate.getByText(/¥\d{3}/).waitFor()
    await plate.getByRole('button', { name: outcome.copyLink }).waitFor()
    const way = await plate.getByRole('link', { name: outcome.group }).getAttribute('href')
    expect(way).toBe(`/group-buying?group=${codeOf(link)}`)
    expect(await page.getByText(account.membership.none).count()).toBe(0)
    expect(await page.locator('main').locator('a[href^="/pricing"]').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/seat-${section}-${language}.png`, fullPage: true })
  }
  await page.goto(link)
}

onOneScreen(
  { language: 'en', width: 'phone' },
  'a friend joins a group of two by link, registers, pays, and both memberships start; the starter sees each step live',
  async (screen) => {
    const { language } = screen
    const { groups } = texts[language]
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await startGroup(starter, screen, { size: 2, who: 'self' })
    await starter.getByRole('heading', { name: groups.mine.waiting.title }).waitFor()
    await starter.getByRole('button', { name: groups.linkLabel }).waitFor()
    expect(await faultsOf(starter)).toEqual([])
    await expectSeatPlates(starter, screen, link)

    const friend = await openPage(screen)
    await friend.goto(link)
    await friend.getByRole('heading', { level: 1, name: groups.headline.open(1) }).waitFor()
    const take = friend.getByRole('button', { name: new RegExp(`^${groups.join(true, '')}`) })
    expect(await faultsOf(friend)).toEqual([])
    await take.click()
    await chooseInDialog(friend, screen)
    await pressPay(friend)
    await takeMadeAccount(friend, language)
    await payAtCashier(friend, friend, screen)
    for (const page of [starter, friend]) {
      await page.getByRole('heading', { name: groups.mine.member.title }).waitFor()
      await page.getByRole('heading', { level: 1, name: groups.headline.finished }).waitFor()
    }
    expect(await faultsOf(friend)).toEqual([])
    expect(await friend.getByRole('link', { name: groups.mine.getApp }).getAttribute('href')).toMatch(/\/start$/)

    await friend.goto('/user/group-buying')
    await friend.getByText(groups.list.states.member, { exact: true }).waitFor()
    expect(await faultsOf(friend)).toEqual([])
    await friend.getByRole('tab', { name: groups.list.created }).click()
    await friend.getByText(groups.list.empty.created.title).waitFor()
  },
)

describe.each(corners)('seats and refusals ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { groupLink, groups } = texts[language]

  once('with one payer for all, a friend joins for free, and the next visitor finds the group full', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'all' })
    await starter.getByRole('heading', { name: groups.mine.member.title }).waitFor()

    const friend = await openPage(screen)
    await openAccount(friend, language)
    await friend.goto(link)
    await friend.getByRole('button', { name: groups.joinFree }).click()
    await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()
    await starter.getByRole('heading', { level: 1, name: groups.headline.finished }).waitFor()

    const late = await openPage(screen)
    await late.goto(link)
    await late.getByText(groups.refused.full).waitFor()
    expect(await faultsOf(late)).toEqual([])

    const say = { en: ordersEn, 'zh-CN': ordersZh }[language].groupPage
    const desk = await openPage({ ...screen, expected: [/status of 40[0-9]/] })
    await openConsole(desk, language, 'finance')
    await desk.getByRole('button', { name: shellTexts[language].openFind }).click()
    await desk.getByRole('combobox').fill(codeOf(link))
    await desk.getByRole('option', { name: codeOf(link) }).click()
    const seats = desk.getByRole('region', { name: say.seats })
    await seats.getByRole('button', { name: say.remove }).nth(1).waitFor()
    await desk.getByRole('region', { name: say.payments }).getByRole('link').first().waitFor()
    expect(await faultsOf(desk)).toEqual([])
    await seats.getByRole('button', { name: say.remove }).nth(1).click()
    const dialog = desk.getByRole('dialog')
    await dialog.locator('[name=reason]').fill('a test')
    await dialog.getByRole('button', { name: shellTexts[language].act.preview }).click()
    await dialog.getByRole('region', { name: shellTexts[language].act.would }).waitFor()
  })

  once('a group cannot be joined before its creator has paid, and the page opens by itself afterwards', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    await chooseGroup(starter, screen, { size: 3, who: 'self' })
    const cashier = await reachCashier(starter, screen)
    const account = await starter.context().newPage()
    await account.goto('/user/group-buying')
    await account.getByText(groups.list.states.unpaid, { exact: true }).waitFor()
    const link = await account.getByRole('link', { name: groups.list.open }).getAttribute('href')
    await account.close()

    const visitor = await openPage(screen)
    await visitor.goto(link ?? '')
    await visitor.getByText(groups.refused.creator_unpaid).waitFor()
    expect(await faultsOf(visitor)).toEqual([])
    await payAtCashier(starter, cashier, screen)
    await visitor.getByRole('heading', { level: 1, name: groups.headline.open(2) }).waitFor()
  })

  once('starting the same group again before paying goes on with it, and another one is new', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    for (const { size, cards } of [
      { size: 3, cards: 1 },
      { size: 3, cards: 1 },
      { size: 2, cards: 2 },
    ] as const) {
      await chooseGroup(page, screen, { size, who: 'self' })
      await reachCashier(page, screen)
      await page.goto('/user/group-buying')
      const unpaid = page.getByText(groups.list.states.unpaid, { exact: true })
      await unpaid.first().waitFor()
      expect(await unpaid.count()).toBe(cards)
    }
  })

  once('a group that was not full in time is reported to the visitor, and the starter sees the refund', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 3, who: 'self' })
    const visitor = await openPage(screen)
    await visitor.goto(link)
    await visitor.getByRole('heading', { level: 1, name: groups.headline.open(2) }).waitFor()
    await operate('groups', 'expire', '--group', codeOf(link), '--reason', 'a test of expiry')

    await visitor.getByText(groups.refused.expired).waitFor()
    await starter
      .getByRole('heading', { name: groups.mine.refunding.title })
      .or(starter.getByRole('heading', { name: groups.mine.refunded.title }))
      .first()
      .waitFor()
    expect(await faultsOf(visitor)).toEqual([])
  })

  once('a seat that was not paid for in ten minutes is opened again by the starter', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'self' })
    const friend = await openPage(screen)
    await openAccount(friend, language)
    await friend.goto(link)
    await friend.getByRole('button', { name: begins(groups.join(true, '')) }).click()
    await chooseInDialog(friend, screen)
    await reachCashier(friend, screen)
    await changeProduct(
      inject('e2e').dataDir,
      `update group_events set at = at - interval '10 minutes' where group_id = $1 and event = 'held' and seat = 2`,
      [codeOf(link)],
    )
    await starter.goto(link)
    await starter.getByRole('button', { name: groups.mine.free(2) }).click()
    await starter.getByRole('dialog').waitFor()
    expect(await faultsOf(starter)).toEqual([])
    await starter
      .getByRole('dialog')
      .getByRole('button', { name: groups.mine.freeAsk(2).yes })
      .click()
    await starter.getByRole('heading', { level: 1, name: groups.headline.open(1) }).waitFor()

    await friend.goto(link)
    await friend
      .getByRole('button', { name: begins(groups.joinAgain('')) })
      .or(friend.getByRole('button', { name: begins(groups.join(true, '')) }))
      .first()
      .waitFor()
    expect(await faultsOf(friend)).toEqual([])
  })

  once('the starter ends the group from the account, and an unknown group link says so', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'self' })
    await starter.goto('/user/group-buying')
    await starter.getByRole('img', { name: groups.share.qrLabel }).waitFor()
    expect(await faultsOf(starter)).toEqual([])
    await starter.getByRole('button', { name: groups.mine.end }).click()
    await starter.getByRole('dialog').getByRole('button', { name: groups.mine.endAsk.yes }).click()
    await starter
      .getByText(groups.list.states.refunding, { exact: true })
      .or(starter.getByText(groups.list.states.refunded, { exact: true }))
      .first()
      .waitFor()

    const visitor = await openPage(screen)
    await visitor.goto(link)
    await visitor.getByText(groups.refused.closed).waitFor()
    // An unknown code is a 404, which the browser logs.
    const lost = await openPage({ ...screen, expected: [/status of 404/] })
    await lost.goto('/group-buying?group=00000000000')
    await lost.getByRole('heading', { name: groupLink.title.missing }).waitFor()
    expect(await faultsOf(lost)).toEqual([])
  })

  once('the starter pays for the open seats, which completes the group, and a friend joins for free', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 3, who: 'self' })
    await starter.getByRole('button', { name: begins(groups.mine.rest(2, '')) }).click()
    await chooseInDialog(starter, screen)
    expect(await faultsOf(starter)).toEqual([])
    await payAtCashier(starter, await reachCashier(starter, screen), screen)
    await starter.getByRole('heading', { name: groups.mine.member.title }).waitFor()
    await starter.getByRole('heading', { level: 1, name: groups.own.free(2) }).waitFor()

    const friend = await openPage(screen)
    await openAccount(friend, language)
    await friend.goto(link)
    await friend.getByRole('button', { name: groups.joinFree }).click()
    await friend.getByRole('heading', { name: groups.mine.member.title }).waitFor()
    await starter.getByRole('heading', { level: 1, name: groups.own.free(1) }).waitFor()
  })

  once('a member who leaves sees the refund, and the seat opens for others', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 3, who: 'self' })
    const friend = await openPage(screen)
    await openAccount(friend, language)
    await friend.goto(link)
    await friend.getByRole('button', { name: begins(groups.join(false, '')) }).click()
    await chooseInDialog(friend, screen)
    await payAtCashier(friend, await reachCashier(friend, screen), screen)
    await friend.getByRole('heading', { name: groups.mine.waiting.title }).waitFor()
    await starter.getByRole('heading', { level: 1, name: groups.headline.open(1) }).waitFor()

    await friend.getByRole('button', { name: groups.mine.leave }).click()
    await friend.getByRole('dialog').getByRole('button', { name: groups.mine.leaveAsk.yes }).click()
    const { refunding, refunded } = groups.mine
    await friend.getByText(refunding.title).or(friend.getByText(refunded.title)).first().waitFor()
    await friend.getByRole('button', { name: begins(groups.joinAgain('')) }).waitFor()
    expect(await faultsOf(friend)).toEqual([])
    await starter.getByRole('heading', { level: 1, name: groups.headline.open(2) }).waitFor()

    await friend.goto('/user/group-buying')
    const { states } = groups.list
    await friend
      .getByText(states.refunding, { exact: true })
      .or(friend.getByText(states.refunded, { exact: true }))
      .first()
      .waitFor()
  })

  once('a seat taken by someone else is shown even without the event stream, and a late payer is told', async () => {
    const starter = await openPage(screen)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'self' })

    const watcher = await openPage({ ...screen, expected: [/status of 503/] })
    await watcher.route('**/payment/group_events?*', (route) => route.fulfill({ status: 503 }))
    const refused = watcher.waitForResponse('**/payment/group_events?*')
    await watcher.goto(link)
    await watcher.getByRole('heading', { level: 1, name: groups.headline.open(1) }).waitFor()
    await refused

    const rival = await openPage({ ...screen, expected: [/status of 409/] })
    const friend = await openPage(screen)
    for (const page of [rival, friend]) {
      await openAccount(page, language)
      await page.goto(link)
      await page.getByRole('button', { name: begins(groups.join(true, '')) }).click()
      await chooseInDialog(page, screen)
    }
    const cashier = await reachCashier(friend, screen)
    await watcher.getByText(groups.refused.held).waitFor()

    await rival.getByRole('dialog').locator('button[type=submit]').click()
    await rival.getByRole('dialog').getByRole('alert').getByText(errorText('GroupSeatsHeld', language)).waitFor()
    expect(await faultsOf(rival)).toEqual([])
    await payAtCashier(friend, cashier, screen)
    await watcher.getByRole('heading', { level: 1, name: groups.headline.finished }).waitFor()
    await watcher.getByText(groups.refused.full).waitFor()
    expect(await faultsOf(watcher)).toEqual([])
  })

  test("the group link opens the browser's share sheet where available, and the picture card is saved as a file", async () => {
    const starter = await openPage(screen)
    if (screen.width === 'phone') await giveShareSheet(starter)
    else await starter.addInitScript(`Object.defineProperty(Navigator.prototype, 'share', { value: undefined })`)
    await openAccount(starter, language)
    const link = await makeGroup(starter, screen, { size: 2, who: 'self' })
    await starter.getByRole('button', { name: groups.share.picture }).waitFor()
    const { title, text } = groups.sheet('12 months', '¥218.00')
    const offered = screen.width === 'phone' ? [{ title, text, url: `${link}&lang=en` }] : null
    expect(await shareThroughSheet(starter, groups.share)).toEqual(offered)
    await starter.getByRole('button', { name: groups.share.picture }).click()
    const save = starter.getByRole('dialog').getByRole('button', { name: groups.share.savePicture })
    const download = starter.waitForEvent('download')
    await save.click()
    expect((await download).suggestedFilename()).toBe(`group-${codeOf(link)}.png`)
    expect(await faultsOf(starter)).toEqual([])
  })
})

const giveShareSheet = (page: Page) =>
  page.addInitScript(`{
    let ending = null
    globalThis.shared = []
    globalThis.closeSheet = (name) => (ending = name)
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: async (data) => {
        if (ending) throw new DOMException('closed', ending)
        shared.push(data)
      },
    })
  }`)

/**
 * Opens the share sheet and returns its data; null if the browser has none. Closing it shows nothing, a failure shows
 * an error.
 */
async function shareThroughSheet(page: Page, words: { share: string; sheetFailed: string }): Promise<unknown> {
  const sheet = page.getByRole('button', { name: words.share, exact: true })
  if ((await sheet.count()) === 0) return null
  const failed = page.getByText(words.sheetFailed)
  await sheet.click()
  const shared = await page.evaluate<unknown>('shared')
  await page.evaluate(`closeSheet('AbortError')`)
  await sheet.click()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  expect(await failed.count()).toBe(0)
  await page.evaluate(`closeSheet('NotAllowedError')`)
  await sheet.click()
  await failed.waitFor()
  return shared
}

const begins = (text: string) => new RegExp(`^${text.trim().replaceAll('?', '\\?').replaceAll(/\s/g, '\\s')}`)

import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { buyYear, operate, uidOf } from './invite-steps.ts'
import { inviteTexts } from './invite-texts.ts'
import { openAccount } from './open-account.ts'
import { newPerson, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

async function fillIn(page: Page, language: Language): Promise<void> {
  const { application } = inviteTexts[language]
  await page.getByLabel(application.channel).fill('t.me/clear-roads')
  await page.getByLabel(application.audience).fill('about 2,000 travellers')
  await page.getByLabel(application.message).fill('A guide for the road, with your link in it.')
  await page.getByLabel(application.contact).fill('@lin')
}

async function applyAsStranger(page: Page, language: Language): Promise<void> {
  const { application } = inviteTexts[language]
  const { entry } = texts[language]
  const send = page.getByRole('button', { name: application.submit })
  await page.goto('/affiliate')
  await fillIn(page, language)
  await send.click()
  await page.getByRole('alert').getByText(application.checkInput(1)).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('checkbox').check()
  await send.click()
  await page.waitForURL('**/login')
  await page.getByRole('main').getByRole('link', { name: entry.register }).click()
  await page.waitForURL('**/register')
  await sendAuthForm(page, language, 'register', newPerson())
  await page.waitForURL('**/affiliate')
  await page.getByText(application.restored).waitFor()
  expect(await page.getByLabel(application.channel).inputValue()).toBe('t.me/clear-roads')
  await page.getByRole('checkbox').check()
  await send.click()
  await page.getByRole('heading', { name: application.pending }).waitFor()
}

const howeverMany = (words: (count: number) => string): RegExp =>
  new RegExp(
    words(7)
      .split(/[7\s]+/)
      .map(RegExp.escape)
      .join(String.raw`\s\d+\s`),
  )

/** Name of a campaign with a long word, which must not widen the page. */
const longName = 'Autumn students ShenzhenUniversityOfScienceAndTechnology 01'

async function editLink(page: Page, language: Language): Promise<void> {
  const { dashboard } = inviteTexts[language]
  const { links } = dashboard
  const dialog = page.getByRole('dialog')
  const item = page.getByRole('listitem').filter({ has: page.locator('code', { hasText: '-telegram' }) })
  const edit = async (act: () => Promise<void>) => {
    await item.getByRole('button', { name: links.edit }).click()
    await dialog.getByRole('img').waitFor()
    await act()
    await dialog.waitFor({ state: 'detached' })
  }
  await edit(async () => {
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByLabel(links.name).fill(longName)
    await dialog.getByLabel(links.goesTo).selectOption('/pricing')
    await dialog.getByRole('button', { name: dashboard.save, exact: true }).click()
  })
  await item.getByText(longName, { exact: true }).waitFor()
  await item.getByText(links.leadsTo(links.destinations['/pricing']), { exact: true }).waitFor()
  await edit(() => dialog.getByRole('button', { name: links.archive, exact: true }).click())
  await item.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: howeverMany(links.showArchived) }).click()
  await item.getByText(links.isArchived, { exact: true }).waitFor()
  await edit(() => dialog.getByRole('button', { name: links.restore, exact: true }).click())
  await item.getByText(links.isArchived, { exact: true }).waitFor({ state: 'detached' })
  expect(await item.count()).toBe(1)
}

async function comeThrough(link: string, language: Language): Promise<void> {
  const { campaign } = inviteTexts[language]
  const friend = await openPage({ language, width: 'phone' })
  await friend.goto(link)
  const told = friend.waitForResponse('**/marketing/visit')
  await friend.getByRole('button', { name: campaign.yes }).click()
  expect((await told).status()).toBe(200)
  await friend.goto('/register')
  await sendAuthForm(friend, language, 'register', newPerson())
  await friend.waitForURL('**/start')
  await buyYear(friend, language)
}

/** End of the campaign's link as its field shows it, whether it is cut, and what copying the shown text yields. */
const linkField = `(() => {
  const code = [...document.querySelectorAll('code')].find(({ textContent }) => textContent.endsWith('-telegram'))
  const end = code.firstElementChild.lastElementChild
  const [inner, outer] = [end.getBoundingClientRect(), code.getBoundingClientRect()]
  getSelection().selectAllChildren(code)
  const copying = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }
  code.dispatchEvent(new ClipboardEvent('copy', copying))
  getSelection().removeAllRanges()
  return {
    end: end.textContent,
    isCut: end.scrollWidth > end.clientWidth + 1 || inner.right > outer.right + 1,
    copied: copying.clipboardData.getData('text/plain'),
  }
})()`

describe.each<Screen>([{ language: 'en', width: 'desktop' }])('an affiliate ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { application, dashboard } = inviteTexts[language]

  once('an affiliate applies, is approved, creates a link and sees its results from the first visit on', async () => {
    const page = await openPage(screen)
    await applyAsStranger(page, language)
    await page.goto('/user/kol')
    await page.getByRole('heading', { name: application.pending }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    await operate('affiliates', 'approve', '--user', await uidOf(page, language))
    await page.goto('/user/kol')
    await page.getByText(dashboard.commissions.empty).waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: dashboard.links.add }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel(dashboard.links.slug).inputValue()).toBe('link-2')
    await dialog.getByLabel(dashboard.links.name).fill('Telegram')
    expect(await dialog.getByLabel(dashboard.links.slug).inputValue()).toBe('telegram')
    expect(await dialog.getByText(dashboard.links.sameAddress).count()).toBe(0)
    await dialog.getByRole('button', { name: dashboard.links.create }).click()
    await dialog.waitFor({ state: 'detached' })
    const field = page.locator('code', { hasText: '-telegram' })
    const link = (await field.textContent()) ?? ''
    // The code stays readable, however narrow the field is: the beginning of the link is cut. Copied is all of it.
    expect(await page.evaluate(linkField)).toEqual({
      end: expect.stringMatching(/^\w{8}-telegram$/),
      isCut: false,
      copied: link,
    })
    await page.getByRole('button', { name: dashboard.links.shareLabel('Telegram') }).click()
    await dialog.getByRole('img', { name: dashboard.share.qrLabel }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: dashboard.close }).first().click()
    await editLink(page, language)

    await comeThrough(link, language)
    // A job books the commission shortly after the payment.
    const opener = page.getByRole('table').locator('button[aria-expanded="false"]')
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByText(dashboard.commissions.empty).or(opener).first().waitFor()
        return opener.count()
      })
      .toBe(1)
    const row = page.getByRole('row').filter({ has: page.locator('button[aria-expanded]') })
    await row.getByText(dashboard.commissions.types[0] ?? '', { exact: true }).waitFor()
    await row.getByText('25%', { exact: true }).waitFor()
    await opener.click()
    const way = page.getByRole('list', { name: dashboard.trace.label })
    for (const step of [
      dashboard.trace.visit,
      dashboard.trace.signUp,
      dashboard.trace.order,
      dashboard.trace.rate,
      dashboard.trace.hold,
    ])
      await way.getByText(step, { exact: true }).waitFor()
    await way.getByText('telegram', { exact: true }).waitFor()
    expect(await way.getByText(dashboard.trace.noVisit).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])

    const { figures } = dashboard
    await page.getByRole('button', { name: `1 ${figures.steps.firsts}` }).click()
    await page.getByText(figures.table).click()
    await page
      .locator('tr', { hasText: figures.running('') })
      .locator('td.num', { hasText: '1' })
      .first()
      .waitFor()
    const table = page.getByRole('tabpanel', { name: figures.by.link })
    await table.locator('td', { hasText: longName }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: dashboard.commissions.csv }).click()
    const csv = await text(await (await download).createReadStream())
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain('telegram')

    await page.getByLabel(dashboard.commissions.type).selectOption('1')
    await page.getByText(dashboard.commissions.emptyFilter).waitFor()
    await page.getByRole('tab', { name: dashboard.records.referrals }).click()
    await page
      .getByText(dashboard.referrals.statuses[1] ?? '', { exact: true })
      .last()
      .waitFor()
    await page.getByRole('tab', { name: dashboard.records.settlements }).click()
    await page.getByText(dashboard.settlements.empty).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  once('a declined applicant reads the reason and cannot apply again', async () => {
    const page = await openPage(screen)
    const { uid } = await openAccount(page, language)
    await page.goto('/user/kol')
    await page.getByRole('heading', { name: application.notYet }).waitFor()
    await fillIn(page, language)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: application.submit }).click()
    await page.getByRole('heading', { name: application.pending }).waitFor()
    const reason = 'The channel is <b>empty</b> so far.'
    await operate('affiliates', 'reject', '--user', uid, '--reason', reason)
    await page.goto('/user/kol')
    await page.getByText(reason, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: application.submit }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
  })
})

test('a submitted application stays shown as pending when an older status response arrives late', async () => {
  const page = await openPage({ language: 'en', width: 'phone' })
  const { application } = inviteTexts.en
  await openAccount(page, 'en')
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/system_affiliate', async (route) => {
    const response = await route.fetch()
    await gate
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest('**/system_affiliate')
  await page.goto('/affiliate')
  await fillIn(page, 'en')
  await page.getByRole('checkbox').check()
  await asked
  await page.getByRole('button', { name: application.submit }).click()
  await page.getByRole('heading', { name: application.pending }).waitFor()
  const late = page.waitForResponse('**/system_affiliate')
  letGo()
  await (await late).finished()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  expect(await page.getByRole('heading', { name: application.pending }).count()).toBe(1)
  expect(await page.getByRole('button', { name: application.submit }).count()).toBe(0)
})

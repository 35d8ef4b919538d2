import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import en from '#console/text/en/places/queue.ts'
import zh from '#console/text/zh-CN/places/queue.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import repliesEn from '#console/text/en/replies.ts'
import repliesZh from '#console/text/zh-CN/replies.ts'
import supportEn from '#text/en/site/support.ts'
import supportZh from '#text/zh-CN/site/support.ts'
import { faultsOf } from '../axe.ts'
import { type Account, call, makeAccount, openAccount } from '../open-account.ts'
import { markOfLetters } from '../steps.ts'
import { openPage, testIn, watchBrowser, type Screen } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'
import { turn } from './turn-to.ts'

watchBrowser()
const actions = { en: actionsEn, 'zh-CN': actionsZh }
const words = {
  en: { t: en, w: repliesEn, support: supportEn },
  'zh-CN': { t: zh, w: repliesZh, support: supportZh },
}
const screens: [Language, 'desktop' | 'phone'][] = [
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
]

const textBeforeTime = (say: (until: string) => string) => say('@').slice(0, say('@').indexOf('@')).trim()

/** Opens an account on a phone; returns it with its page. */
async function openCustomer(language: Language, expected: RegExp[] = []) {
  const customer = await openPage({ language, width: 'phone', expected })
  return { customer, account: await openAccount(customer, language) }
}

/** Writes to support by a call; `support.test.ts` uses the form. */
const write = ({ token }: Account, text: string) =>
  call('/api/user/support_write', { text, idempotencyKey: crypto.randomUUID() }, 'en', token)

/** Opens a page of the console as an operator with this role, who may read a refusal. */
async function openAs(
  role: 'support' | 'viewer',
  { language, width }: Pick<Screen, 'language' | 'width'>,
  address: string,
) {
  const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
  return { page, name: (await openConsole(page, language, role, address)).name }
}
const threadOf = (uid: string) => `/console/queue/messages#user=${uid}`

/** Presses J and K without waiting, and expects each press to open the next or previous thread. */
async function expectQuickKeys(page: Page): Promise<void> {
  const { wanted, reached } = await page.evaluate<Record<'wanted' | 'reached', string[]>>(`(() => {
    const links = [...document.querySelectorAll('.ql a')]
    let at = links.findIndex((link) => link.ariaCurrent === 'true')
    const wanted = [], reached = []
    for (const key of 'kkjkj') {
      at = Math.max(0, Math.min(at + (key === 'j' ? 1 : -1), links.length - 1))
      wanted.push(links[at].href)
      document.dispatchEvent(new KeyboardEvent('keydown', { key }))
      reached.push(location.href)
    }
    return { wanted, reached }
  })()`)
  expect(reached).toEqual(wanted)
  expect(new Set(reached).size).toBeGreaterThan(1)
}

describe.each(screens)('messages in the console (%s, %s)', (language, width) => {
  const onPhone = testIn('zh-CN', language)
  const once = testIn('en', language)
  const { t, w, support } = words[language]

  once(
    'support opens threads with J and K also in quick succession, takes one, answers it by keyboard beside the user page, and reopens it',
    async () => {
      const { customer, account } = await openCustomer(language)
      const { accountName, uid } = account
      const complaint =
        'Tokyo is slow since this morning, on my phone and on the computer, with every app I take for it'
      for (const text of ['The first thread', 'The second thread']) await write(await makeAccount(language), text)
      await write(account, complaint)

      const { page, name } = await openAs('support', { language, width }, threadOf(uid))
      const talk = page.getByRole('list', { name: t.talk.entries })
      await page.locator('.ql a[aria-current=true]').waitFor()
      await expectQuickKeys(page)
      await turn(page, threadOf(uid))
      await talk.getByText(complaint).waitFor()
      await page.getByRole('region', { name: t.person.title }).getByText(accountName).waitFor()
      expect(await faultsOf(page)).toEqual([])

      await page.keyboard.press('t')
      await page.getByText(textBeforeTime(t.talk.mine)).waitFor()
      const { page: other } = await openAs('support', { language, width }, threadOf(uid))
      await other
        .getByText(textBeforeTime((until) => t.talk.taken(name, until)))
        .first()
        .waitFor()
      await other.getByRole('list', { name: t.talk.entries }).waitFor()
      expect(await other.getByRole('button', { name: t.talk.take }).count()).toBe(0)

      await page.keyboard.press('r')
      await page.keyboard.type('Tokyo is back')
      await page.keyboard.press('Control+Enter')
      await talk.getByText('Tokyo is back').waitFor()
      await page.getByText(w.sent.pending).waitFor()
      await customer.goto('/user/help')
      await customer.getByText('Tokyo is back').waitFor()

      await page.getByRole('button', { name: t.talk.close, exact: true }).click()
      await page.getByRole('button', { name: t.talk.reopen, exact: true }).click()
      await page.getByRole('button', { name: t.talk.close, exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
    },
  )

  onPhone(
    'a customer sends a picture, support enlarges it by keyboard, a draft answer is kept while the customer writes again, and a viewer sees no messages',
    async () => {
      const { customer, account } = await openCustomer(language, [/status of 40[0-9]/])
      await customer.goto('/user/help')
      const chooser = customer.getByLabel(support.addImages)
      await chooser.setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await customer.getByRole('alert').getByText('WebP').waitFor()
      const photo = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#0a7' } })
        .png()
        .toBuffer()
      await chooser.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
      const thumbnail = customer.getByRole('img', { name: support.picture(1) })
      await thumbnail.waitFor()
      expect(await faultsOf(customer)).toEqual([])
      await customer.reload()
      await thumbnail.waitFor()
      await customer.getByRole('button', { name: support.send, exact: true }).click()
      await customer.getByText(support.sent).waitFor()
      await customer.getByRole('region', { name: support.thread }).getByRole('img').waitFor()

      const { page } = await openAs('support', { language, width }, threadOf(account.uid))
      const small = page.getByRole('button', { name: t.talk.picture(1, 1) })
      await small.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: t.talk.picture(1, 1) })
      const large = dialog.getByRole('img')
      await expect.poll(() => page.evaluate(`document.querySelector('dialog img')?.naturalWidth`)).toBe(2_000)
      expect(await faultsOf(page)).toEqual([])
      const address = (await large.getAttribute('src')) ?? ''
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const headers = (await page.request.get(address)).headers()
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect((await customer.request.get(address)).status()).toBe(401)
      const { page: looker } = await openAs('viewer', { language, width }, '/console/queue/reviews')
      await looker.getByRole('navigation', { name: t.parts }).waitFor()
      expect(await looker.getByRole('link', { name: t.tabs.messages }).count()).toBe(0)
      expect((await looker.request.get(address)).status()).toBe(403)

      const talk = page.getByRole('list', { name: t.talk.entries })
      await page.locator('textarea').fill('Half an answer')
      await write(account, 'One more thing')
      await page.reload()
      await talk.getByText('One more thing').waitFor()
      expect(await page.locator('textarea').inputValue()).toBe('Half an answer')
      await page.locator('textarea').fill('I see it')
      await page.getByRole('button', { name: w.sendSolve, exact: true }).click()
      await talk.getByText('I see it').waitFor()
      await page.getByText(w.sent.solved).waitFor()
      await customer.reload()
      await customer.getByText('I see it').waitFor()
      await customer.getByText(support.states.solved).waitFor()
    },
  )

  once(
    'support writes a canned reply, filters by tag, picks the reply by keyboard, and sees who answered first',
    async () => {
      const { customer, account } = await openCustomer(language)
      const { uid } = account
      await write(account, 'Where are the plans?')
      await customer.goto('/user/help')
      await customer.getByText(support.states.open).waitFor()
      const { page, name } = await openAs('support', { language, width }, '/console/actions/replies.save')
      const reply = `plans ${markOfLetters()}`
      const { act } = shellTexts[language]
      const saved = actions[language]['replies.save']
      await page.locator('[name=name]').fill(reply)
      await page.locator('[name=textEn]').fill('All plans: {{planLink}}. {{plan}}')
      await page.locator('[name=textZh]').fill('全部套餐：{{planLink}}。{{plan}}')
      await page.getByRole('button', { name: act.preview }).click()
      await page.getByRole('button', { name: saved.label, exact: true }).click()
      await page.getByRole('alert').getByText(reply).waitFor()
      await turn(page, '/console/queue/replies')
      await page.getByRole('row').filter({ hasText: reply }).getByText('全部套餐：{{planLink}}').waitFor()
      expect(await faultsOf(page)).toEqual([])

      await turn(page, threadOf(uid))
      const tag = `plans ${markOfLetters()}`.toLowerCase()
      await page.getByLabel(w.addTag).fill(tag.toUpperCase())
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: w.removeTag(tag) }).waitFor()
      await turn(page, `/console/queue/messages#${new URLSearchParams({ tag }).toString()}`)
      await page.locator('.ql a[aria-current=true]').waitFor()
      expect(await page.locator('.ql a').count()).toBe(1)
      expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('tag')).toBe(tag)

      await page.getByRole('button', { name: w.pick, exact: true }).waitFor()
      await page.keyboard.press('c')
      await page.getByLabel(w.find).fill(reply)
      await page.getByText(reply, { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Enter')
      const area = page.locator('textarea')
      await expect.poll(() => area.inputValue()).toMatch(/https?:[^ ]+\/pricing/)
      await page.getByText(w.placeholders('{{plan}}')).waitFor()
      expect(await page.getByRole('button', { name: w.sendWait, exact: true }).isDisabled()).toBe(true)
      await area.fill((await area.inputValue()).replace('{{plan}}', ''))

      const { page: other, name: second } = await openAs('support', { language, width }, threadOf(uid))
      await other.locator('textarea').fill('The first answer')
      await other.getByRole('button', { name: w.sendWait, exact: true }).click()
      await other.getByText(w.sent.pending).waitFor()
      expect(second).not.toBe(name)

      await page.getByText(w.answeredBy(second)).waitFor()
      expect(await page.getByRole('button', { name: w.sendWait, exact: true }).isDisabled()).toBe(true)
      expect(await area.inputValue()).toContain('/pricing')
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: w.haveRead }).click()
      await page.getByRole('button', { name: w.sendWait, exact: true }).click()
      await page.getByText(w.sent.pending).waitFor()
      await customer.reload()
      await customer.getByText('The first answer').waitFor()
      await customer.getByText('/pricing').waitFor()
      await customer.getByText(support.states.pending).waitFor()
      expect(await customer.locator('body').innerText()).not.toContain(tag)
    },
  )
})

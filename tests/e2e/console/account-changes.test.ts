import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import type { OutboxMessage } from '#simulators/outbox/outbox.ts'
import type { Language } from '#shared/language.ts'
import enPeople from '#console/text/en/places/people.ts'
import zhPeople from '#console/text/zh-CN/places/people.ts'
import enChange from '#text/en/site/account-change.ts'
import zhChange from '#text/zh-CN/site/account-change.ts'
import { changeProduct } from '../../support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { codeFor, newEmail } from '../identity-steps.ts'
import { call } from '../open-account.ts'
import { openPage, testIn, watchBrowser } from '../open-page.ts'
import { newPerson } from '../steps.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()

const words = {
  en: { people: enPeople, change: enChange },
  'zh-CN': { people: zhPeople, change: zhChange },
}

/** Registers by email and is signed in on the page. By calls; `auth.test.ts` uses the form. */
async function registerByEmail(page: Page, language: Language): Promise<string> {
  const email = { kind: 'email', identifier: newEmail() } as const
  const { data } = await call('/api/user/user_send_code', { purpose: 'register', ...email }, language)
  const confirmed = { ...email, code: await codeFor(email.identifier), ticket: data.ticket }
  const { password } = newPerson()
  const registered = await call('/api/user/user_register_normal', { ...confirmed, password, agreed: true }, language)
  const { token } = await call('/api/system/system_user_info', {}, language, registered.token)
  // Any page of the origin can access its storage.
  await page.goto('/robots.txt')
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  return email.identifier
}

async function linkTo(address: string, link: 'stop' | 'confirm'): Promise<string> {
  const read = async () => {
    const messages = (await (await fetch(`${inject('e2e').simulator}/outbox.json`)).json()) as OutboxMessage[]
    const own = messages.filter(({ to }) => to === address).map(({ text }) => text)
    return own.map((text) => new RegExp(`/[\\w-]+/account-change/${link}/[\\w-]+`).exec(text)?.[0]).find(Boolean) ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

describe.each<[Language, 'desktop' | 'phone']>([['zh-CN', 'phone']])(
  "changes of a user's sign-in by support (%s, %s)",
  (language, width) => {
    const once = testIn('zh-CN', language)
    const { people, change } = words[language]
    const { act, close } = shellTexts[language]

    async function carryOut(
      page: Page,
      button: string,
      fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
    ) {
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await fill(dialog)
      await dialog.locator('[name=reason]').fill('They wrote from a new address.')
      await dialog.getByRole('button', { name: act.preview, exact: true }).click()
      await dialog.getByRole('region', { name: act.would }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await dialog.getByRole('region', { name: act.would }).getByRole('button').last().click()
      await dialog.getByRole('button', { name: act.another }).waitFor()
      await dialog.getByRole('button', { name: close }).click()
    }

    once(
      'support changes an email address and removes a second factor, and the owner stops both by a link without a login',
      async () => {
        const own = await openPage({ language, width })
        const email = await registerByEmail(own, language)
        const next = newEmail()
        const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
        await openConsole(page, language, 'support', `/console/people#user=${encodeURIComponent(email)}`)
        const changes = page.getByRole('region', { name: people.parts.changes })
        await page.getByRole('region', { name: people.parts.known }).getByText(email).waitFor()
        expect(await page.getByRole('button', { name: people.acts.resetFactor }).count()).toBe(0)
        await carryOut(page, people.acts.changeAddress, async (dialog) => {
          await dialog.locator('[name=kind]').selectOption('email')
          await dialog.locator('[name=address]').fill(next)
        })
        await changes.getByText(String(people.words.waiting), { exact: true }).waitFor()

        const stranger = await openPage({ language, width })
        const confirm = await linkTo(next, 'confirm')
        await stranger.goto(confirm)
        await stranger.getByLabel(change.code).waitFor()
        expect(await faultsOf(stranger)).toEqual([])
        const code = await codeFor(next)
        await stranger.getByLabel(change.code).fill(code === '000000' ? '000001' : '000000')
        await stranger.getByRole('button', { name: change.confirm }).click()
        await stranger.getByRole('alert').getByText(change.wrong).waitFor()
        expect(await faultsOf(stranger)).toEqual([])
        await stranger.getByLabel(change.code).fill(code)
        await stranger.getByRole('button', { name: change.confirm }).click()
        await stranger.getByRole('heading', { name: change.confirmedTitle }).waitFor()
        await stranger.goto(confirm)
        await stranger.getByRole('heading', { name: change.confirmedTitle }).waitFor()

        const stop = await linkTo(email, 'stop')
        await stranger.goto(stop)
        await stranger.getByRole('button', { name: change.stop }).waitFor()
        expect(await faultsOf(stranger)).toEqual([])
        await stranger.getByRole('button', { name: change.stop }).click()
        await stranger.getByRole('heading', { name: change.stoppedTitle }).waitFor()
        await stranger.goto(stop)
        await stranger.getByRole('button', { name: change.stop }).click()
        await stranger.getByRole('heading', { name: change.overTitle }).waitFor()
        await stranger.goto(confirm)
        await stranger.getByRole('heading', { name: change.overTitle }).waitFor()
        expect(await stranger.getByLabel(change.code).count()).toBe(0)
        await changes.getByText(people.stopped, { exact: true }).waitFor()

        await changeProduct(
          inject('e2e').dataDir,
          `insert into totp_factors (user_id, sealed_secret, confirmed_at) select user_id, '', now() from account_identifiers where value = $1`,
          [email],
        )
        await page.reload()
        await carryOut(page, people.acts.resetFactor, async () => {})
        await changes.getByText(String(people.words.waiting), { exact: true }).waitFor()
        const told = own.locator('a[href*="/account-change/stop/"]')
        await expect
          .poll(async () => {
            await own.goto('/user/notifications')
            // The settings of reminders and the list of notices are shown together, so the list has loaded as well.
            await own.locator('#messages').waitFor()
            await own.waitForLoadState('networkidle')
            return told.count()
          })
          .toBe(1)
        await told.click()
        await own.getByRole('button', { name: change.stop }).click()
        await own.getByRole('heading', { name: change.stoppedTitle }).waitFor()
        const stopped = changes.getByText(people.stopped, { exact: true })
        await stopped.nth(1).waitFor()
        expect(await stopped.count()).toBe(2)
      },
    )
  },
)

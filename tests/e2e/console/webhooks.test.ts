import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { actions as enActions } from '#text/en/actions.ts'
import { actions as zhActions } from '#text/zh-CN/actions.ts'
import en from '#console/text/en/places/webhooks.ts'
import zh from '#console/text/zh-CN/places/webhooks.ts'
import { faultsOf } from '../axe.ts'
import { openPage, testIn, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const words = { en: { ...en, actions: enActions }, 'zh-CN': { ...zh, actions: zhActions } }

let address: string
const got: string[] = []
const server = createServer((request, response) => {
  got.push(String(request.headers['webhook-id']))
  request.resume()
  response.writeHead(200).end('thank you')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(() => void server.close())

describe.each<[Language, 'desktop' | 'phone']>([['zh-CN', 'phone']])('webhooks (%s, %s)', (language, width) => {
  const once = testIn('zh-CN', language)
  const t = words[language]
  const { act } = shellTexts[language]
  const labelOf = (name: 'webhooks.add' | 'webhooks.test' | 'webhooks.send-again') => t.actions[name].label

  once('an owner adds a webhook, sees its secret once, sends a test, reads the answer and sends it again', async () => {
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'owner')
    const name = `hook-${language.slice(0, 2)}-${width}`
    await page.goto('/console/system/webhooks')
    const dialog = page.getByRole('dialog')
    const confirm = async (label: string) => {
      await dialog.getByRole('button', { name: act.preview }).click()
      await dialog.getByRole('button', { name: label, exact: true }).click()
    }
    await page
      .getByRole('button', { name: labelOf('webhooks.add') })
      .first()
      .click()
    await dialog.locator('[name=endpoint]').fill(name)
    await dialog.locator('[name=webhookAddress]').fill(address)
    await dialog.locator('[name=eventKinds]').first().check()
    await confirm(labelOf('webhooks.add'))
    await dialog.getByText(/whsec_[A-Za-z0-9+/]{43}=/).waitFor()
    await page.keyboard.press('Escape')

    const row = page.getByRole('row').filter({ hasText: address }).filter({ hasText: name })
    await row.locator('[data-act="webhooks.test"]').click()
    await confirm(labelOf('webhooks.test'))
    await dialog.getByText(name).first().waitFor()
    await page.keyboard.press('Escape')
    // Other journeys buy at the same shop, so the webhook also gets their events.
    await page.goto(`/console/system/webhooks#endpoint=${name}&state=delivered&event=test`)
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        return page.getByRole('row').filter({ hasText: '200' }).count()
      })
      .toBe(1)
    expect(await faultsOf(page)).toEqual([])

    const sent = page.getByRole('row').filter({ hasText: '200' })
    await sent.getByRole('link', { name: t.show }).click()
    await page.getByText('thank you').waitFor()
    const [id = ''] = /evt_\w+/.exec(await page.getByRole('main').innerText()) ?? []
    expect(got).toContain(id)
    await page.goBack()
    await sent.locator('[data-act="webhooks.send-again"]').click()
    await confirm(labelOf('webhooks.send-again'))
    await expect.poll(() => got.filter((each) => each === id).length).toBe(2)
  })

  once('an owner makes an API key, which reads what its scopes allow until it is revoked', async () => {
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'owner')
    const name = `key-${language.slice(0, 2).toLowerCase()}-${width}`
    await page.goto('/console/system/api-keys')
    const dialog = page.getByRole('dialog')
    const confirm = async (label: string) => {
      await dialog.getByRole('button', { name: act.preview }).click()
      await dialog.getByRole('button', { name: label, exact: true }).click()
    }
    await page.locator('.btn[data-act="api.make-key"]').click()
    await dialog.locator('[name=keyName]').fill(name)
    await dialog.locator('[name=scopes]').first().check()
    await confirm(t.actions['api.make-key'].label)
    const shown = dialog.getByText(/wf_[\w-]{43}/)
    await shown.waitFor()
    const [key = ''] = /wf_[\w-]{43}/.exec(await shown.innerText()) ?? []
    const statusOf = async (path: string) =>
      (await page.request.get(`/api/operator/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).status()
    expect([await statusOf('/orders'), await statusOf('/plans')]).toEqual([200, 403])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await faultsOf(page)).toEqual([])
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: key.slice(0, 9) })
    await row.waitFor()
    expect(await page.content()).not.toContain(key)
    await row.locator('[data-act="api.revoke-key"]').click()
    await confirm(t.actions['api.revoke-key'].label)
    await expect.poll(() => statusOf('/orders')).toBe(401)
  })
})

import { expect } from 'vitest'
import en from '#console/text/en/places/connections.ts'
import zh from '#console/text/zh-CN/places/connections.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const texts = { en, 'zh-CN': zh }
const actions = { en: actionsEn, 'zh-CN': actionsZh }

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'an owner tests a connection and enters keys, which the browser does not keep',
  async ({ language, width }) => {
    const t = texts[language]
    const { act } = shellTexts[language]
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'owner', '/console/system/connections')
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    const alipay = row(t.names['alipay']!)
    await alipay.getByText(t.sources['simulator']!).waitFor()
    await alipay.getByText('/webhooks/alipay').waitFor()
    await alipay.getByRole('button', { name: t.test }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: act.preview, exact: true }).click()
    await dialog.getByRole('button', { name: actions[language]['connections.test'].label, exact: true }).click()
    await dialog
      .getByText(language === 'en' ? 'It works' : '可用')
      .first()
      .waitFor()
    await page.keyboard.press('Escape')

    await row(t.names['crypto']!).getByText(t.sources['environment']!).waitFor()

    const epay = row(t.names['epay3']!)
    await epay.getByText('EPAY3_GATEWAY, EPAY3_PID, EPAY3_KEY_FILE').waitFor()
    await epay.getByRole('button', { name: t.enter }).click()
    const key = `eNever${width}Shown4Again`
    await page.locator('[name=EPAY3_GATEWAY]').fill('https://pay.example/')
    await page.locator('[name=EPAY3_PID]').fill('1')
    await page.locator('[name=EPAY3_KEY_FILE]').fill('short')
    await page.locator('[name=reason]').fill('a test')
    await page.getByRole('button', { name: act.preview, exact: true }).click()
    await page.getByText(/EPAY3_KEY_FILE .*8/).waitFor()
    // The message stands at the field of the key, which has the focus.
    const wrong = page.locator('[name=EPAY3_KEY_FILE][aria-invalid=true]:focus')
    await wrong.waitFor()
    const described = (await wrong.getAttribute('aria-describedby'))!.split(' ')
    await page
      .locator(`[id="${described.at(-1)}"]`)
      .getByText(/EPAY3_KEY_FILE .*8/)
      .waitFor()
    await page.locator('[name=EPAY3_KEY_FILE]').fill(key)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: act.preview, exact: true }).click()
    const effect = page.getByRole('region', { name: act.would })
    await effect.waitFor()
    expect(await effect.getByText(key).count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(key)
  },
)

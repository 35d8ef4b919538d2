import { expect, inject } from 'vitest'
import type { Language } from '#shared/language.ts'
import en from '#console/text/en/places/node-wizard.ts'
import zh from '#console/text/zh-CN/places/node-wizard.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { faultsOf } from '../axe.ts'
import { operate, operateAs } from '../invite-steps.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { markOfLetters } from '../steps.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': zh }
const actions = { en: actionsEn, 'zh-CN': actionsZh }

type Sent = { Nodes: [{ ApiKey: string; NodeID: number }] }

/** Does what the install line does on the node's machine: exchanges its token for the settings. */
async function runLine(line: string): Promise<string> {
  const { origin } = inject('e2e')
  const body = line.split(' ').at(-1) ?? ''
  const sent = (await (await fetch(`${origin}/api/v1/server/enrol`, { method: 'POST', body })).json()) as Sent
  const [{ ApiKey: token, NodeID: node }] = sent.Nodes
  const query = new URLSearchParams({ token, node_id: String(node), node_type: 'vless' })
  return `${origin}/api/v1/server/UniProxy/config?${query.toString()}`
}

onOneScreen(
  { language: 'en', width: 'phone' },
  'an owner adds a node by its fields, installs it by the install line and sees it answer',
  async ({ language, width }) => {
    const t = texts[language]
    const { act } = shellTexts[language]
    const name = `Wizard ${markOfLetters()}`
    const page = await openPage({ language, width, expected: refusals })
    await openConsole(page, language, 'owner', '/console/system/nodes/new')
    await page.getByRole('radio', { name: t.kinds.shadowsocks.name }).check()
    expect(await page.locator('[name=serverName]').count()).toBe(0)
    await page.getByRole('radio', { name: t.kinds.reality.name }).check()
    await page.locator('[name=name]').fill(name)
    await page.locator('[name=host]').fill('203.0.113.70')
    await page.locator('[name=networks]').fill('203.0.113.300')
    const preview = page.getByRole('button', { name: act.preview, exact: true })
    await preview.click()
    await page.getByText(act.network('203.0.113.300')).waitFor()
    expect(await page.locator('[name=serverName]').getAttribute('aria-invalid')).toBe('true')
    await page.locator('[name=serverName]').fill('www.example.org')
    await page.locator('[name=networks]').fill('')
    await page.locator('[name=country]').selectOption('JP')
    // A node with a location would appear on pages that other tests check.
    await page.locator('[name=country]').selectOption('')
    expect(await faultsOf(page)).toEqual([])
    await preview.click()
    const effect = page.getByRole('region', { name: act.would })
    expect(await effect.getByText(/[{}]|wfn_/).count()).toBe(0)
    await effect.getByRole('button', { name: actions[language]['nodes.add'].label, exact: true }).click()
    const line = page.locator('code.line')
    const proposal = page.getByRole('link', { name: act.seeProposal })
    await line.or(proposal).waitFor()
    // If someone has a running membership, a second operator approves, and the proposer then creates the install line.
    if (await proposal.isVisible()) {
      const id = (await proposal.getAttribute('href'))?.split('/').at(-1) ?? ''
      await operateAs('second', 'approvals', 'grant', '--id', id)
      await page.goto('/console/system/nodes')
      const row = page.getByRole('row').filter({ hasText: name })
      await row.locator('a[href*="nodes/install"]').click()
      await preview.click()
      await effect.getByRole('button', { name: actions[language]['nodes.install'].label, exact: true }).click()
    }
    await page.getByText(t.waiting).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const config = await runLine(await line.innerText())
    await page.getByText(t.fetched).waitFor()
    // A server looks for new tokens once in a while, and a node asks until it is answered.
    await expect.poll(async () => (await fetch(config)).status).toBe(200)
    await page.getByText(t.answered).waitFor()
    // The install line has been used, and reloading the page shows none.
    await page.reload()
    await preview.waitFor()
    expect(await page.getByText('wfn_').count()).toBe(0)
    await operate('nodes', 'disable', '--node', name, '--reason', 'the test is over')
    await operate('nodes', 'remove', '--node', name, '--reason', 'the test is over')
  },
)

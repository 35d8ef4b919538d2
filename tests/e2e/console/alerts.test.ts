import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { alertWordsEn } from '#shared/alert-words.en.ts'
import { alertWordsZh } from '#shared/alert-words.zh-cn.ts'
import en from '#console/text/en/places/system.ts'
import todayEn from '#console/text/en/places/today.ts'
import zh from '#console/text/zh-CN/places/system.ts'
import todayZh from '#console/text/zh-CN/places/today.ts'
import { actions as enActions } from '#text/en/actions.ts'
import { actions as zhActions } from '#text/zh-CN/actions.ts'
import type { OutboxMessage } from '#simulators/outbox/outbox.ts'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const words = {
  en: { t: en, actions: enActions, alerts: alertWordsEn, sample: 'Wayfare: Test of notifications' },
  'zh-CN': { t: zh, actions: zhActions, alerts: alertWordsZh, sample: '畅行：通知测试' },
}
const today = { en: todayEn, 'zh-CN': todayZh }
const change = (text: string, values: readonly unknown[] = []) => queryProduct(inject('e2e').dataDir, text, values)
/** Runs the worker's check now instead of within half a minute. */
const lookNow = () => change(`update job_schedules set next_run_at = now() where kind = 'look-for-alerts'`)

async function until(found: () => Promise<boolean>, again: () => Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await found()) || (await again(), false), { interval: 500 }).toBe(true)
}
const outbox = async () =>
  (await (await fetch(`${inject('e2e').simulator}/outbox.json`)).json()) as readonly OutboxMessage[]

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'a node that is down raises an alert on every page, which can be acknowledged and resolves itself',
  async ({ language, width }) => {
    const { t, alerts, actions } = words[language]
    const shell = shellTexts[language]
    const node = `osaka-${language.toLowerCase()}`
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    const { name } = await openConsole(page, language, 'support')
    await change(
      `insert into tunnel_nodes (name, node_group, protocol, host, port, serves, sealed_settings, token_hash, seen_at)
     values ($1, 'asia', 'vless', 'n.example.org', 443, 'paid', '', $2, now() - interval '20 minutes')`,
      [node, Buffer.from(node)],
    )
    await lookNow()
    const row = page.getByRole('row').filter({ hasText: node })
    await page.goto('/console/system/alerts')
    await until(
      () => row.isVisible(),
      () => page.reload().then(() => page.getByRole('heading', { name: t.alerts.title, exact: true }).waitFor()),
    )
    await row.getByText(alerts['node-down'].title).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/console/queue/reviews')
    await page.getByRole('link', { name: shell.alerts('').trim() }).press('Enter')
    await row.getByRole('link', { name: t.alerts.go }).press('Enter')
    await page.waitForURL(/system\/nodes$/)
    await page.goto('/console/today')
    await page.getByRole('link', { name: today[language].node(node), exact: true }).press('Enter')
    await page.waitForURL(/system\/nodes$/)
    await page.goto('/console/system/alerts')

    await row.getByRole('button', { name: t.alerts.acknowledge, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill('I restart it')
    await dialog.getByRole('button', { name: shell.act.preview, exact: true }).press('Enter')
    await dialog.getByRole('button', { name: actions['alerts.acknowledge'].label, exact: true }).press('Enter')
    await dialog.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await row.waitFor({ state: 'detached' })
    await page.getByLabel(t.alerts.which).selectOption('acknowledged')
    await row.getByText(`${name}: I restart it`).waitFor()

    await change(`delete from tunnel_nodes where name = $1`, [node])
    await lookNow()
    await until(
      async () =>
        (await change(`select 1 from alerts where subject = $1 and gone_at is not null`, [node])).rowCount === 1,
      lookNow,
    )
    await change(`update alerts set gone_at = gone_at - interval '6 minutes' where subject = $1`, [node])
    await page.getByLabel(t.alerts.which).selectOption('past')
    await until(
      () => row.isVisible(),
      () => lookNow().then(() => page.reload()),
    )
    // An alert about the machine has no page to go to: this one has its words.
    await change(
      `insert into alerts (id, kind, subject, level, worst, amount, total, resolved_at)
       values (gen_random_uuid(), 'disk-low', 'data', 1, 1, 9000, 100000, now())`,
    )
    await page.reload()
    const machine = page.getByRole('row').filter({ hasText: alerts['disk-low'].title })
    await machine.waitFor()
    expect(await machine.getByRole('link', { name: t.alerts.go }).count()).toBe(0)
    await change(`delete from alerts where kind = 'disk-low' and resolved_at is not null`)
  },
)

onOneScreen(
  { language: 'en', width: 'phone' },
  'an operator sets notifications, times and channels, and gets a test mail',
  async ({ language, width }) => {
    const { t, alerts, actions, sample } = words[language]
    const wishes = t.notifications
    const shell = shellTexts[language]
    const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
    await openConsole(page, language, 'viewer', '/console/system/notifications')
    const address = `${language.toLowerCase()}.${Date.now()}@operators.example`
    await page.getByRole('button', { name: wishes.giveAddress }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(address)
    await dialog.getByRole('combobox').selectOption(language)
    await carryOut(dialog, shell.act.preview, actions['operators.set-address'].label)
    await page.keyboard.press('Escape')

    const tick = (kind: keyof typeof alerts) => page.getByLabel(`${alerts[kind].title}: ${wishes.mail}`)
    await tick('canary-stale').press(' ')
    await page.getByLabel(wishes.quietFrom).fill('22:00')
    await page.getByLabel(wishes.quietUntil).fill('07:00')
    await page.getByLabel(wishes.digestAt).fill('23:00')
    await page.getByRole('button', { name: shell.act.preview, exact: true }).press('Enter')
    // This digest time is refused, because it is within the quiet hours.
    await page.getByRole('alert').waitFor()
    await page.getByLabel(wishes.digestAt).fill('08:00')
    await page.getByLabel(wishes.timeZone).selectOption('Asia/Shanghai')
    expect(await faultsOf(page)).toEqual([])
    await carryOut(page, shell.act.preview, actions['notifications.set'].label)
    await page.reload()
    expect(await tick('canary-stale').isChecked()).toBe(false)
    expect(await tick('node-down').isChecked()).toBe(true)
    expect(await page.getByLabel(wishes.digestAt).inputValue()).toBe('08:00')

    await page.getByRole('button', { name: wishes.testMail }).press('Enter')
    await carryOut(dialog, shell.act.preview, actions['notifications.test'].label)
    await until(
      async () => (await outbox()).some(({ to, subject }) => to === address && subject === sample),
      async () => {},
    )
  },
)

async function carryOut(within: Pick<Page, 'getByRole'>, preview: string, go: string): Promise<void> {
  await within.getByRole('button', { name: preview, exact: true }).press('Enter')
  await within.getByRole('button', { name: go, exact: true }).press('Enter')
  await within.getByRole('alert').waitFor()
}

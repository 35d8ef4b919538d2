import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { fieldErrorText } from '#shared/field-errors.ts'
import { monthText } from '#web/features/affiliate/base/affiliate-words.ts'
import { demoAccounts } from '#simulators/demo/demo-catalog.ts'
import { faultsOf } from './axe.ts'
import { openPage, watchBrowser, type Screen } from './open-page.ts'
import { openConsole } from './console/console-steps.ts'
import { operateAs } from './invite-steps.ts'
import { inviteTexts } from './invite-texts.ts'
import { sendAuthForm } from './steps.ts'
import { changeProduct, queryProduct } from '../support/query-product.ts'

watchBrowser()

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const { accountName, password } = demoAccounts[1]

async function openKol(screen: Screen, expected: readonly RegExp[] = []): Promise<Page> {
  const page = await openPage({ ...screen, expected })
  await page.goto('/login')
  await sendAuthForm(page, screen.language, 'login', { accountName, password })
  await page.waitForURL('**/user/profile')
  await page.goto('/user/kol')
  await page.getByRole('table').first().waitFor()
  return page
}

/**
 * Moves a commission to last month in UTC, past its hold and above the minimum payout. Returns that month as YYYY-MM.
 */
async function letMonthPass(): Promise<string> {
  const { rows } = await queryProduct<{ month: string }>(
    inject('e2e').dataDir,
    `update commissions set amount_minor = 12345, held_until = now() - interval '1 second',
       earned_at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day'
     where id = (select c.id from commissions c join account_identifiers i on i.user_id = c.affiliate_id
       where i.value = $1 and c.settlement_id is null and c.reverses is null
         and not exists (select from commissions r where r.reverses = c.id) limit 1)
     returning to_char(earned_at at time zone 'UTC', 'YYYY-MM') as month`,
    [accountName],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.month ?? ''
}

async function settlementOf(month: string): Promise<string> {
  const { rows } = await queryProduct<{ id: string }>(
    inject('e2e').dataDir,
    `select s.id from settlements s join account_identifiers i on i.user_id = s.affiliate_id
     where i.value = $1 and s.period = to_date($2, 'YYYY-MM') and s.state = 'prepared'`,
    [accountName, month],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

const letAddressRest = (): Promise<void> =>
  changeProduct(
    inject('e2e').dataDir,
    `update affiliates set payout_rests_until = now() where user_id = (select user_id from account_identifiers where value = $1)`,
    [accountName],
  )

async function tryAddresses(page: Page, { language }: Screen) {
  const { dashboard } = inviteTexts[language]
  await page
    .getByRole('button', { name: dashboard.sums.addAddress })
    .or(page.getByRole('button', { name: dashboard.sums.changeAddressLabel }))
    .click()
  const dialog = page.getByRole('dialog')
  const send = async (chain: string, address: string, secret: string) => {
    await dialog.getByLabel(dashboard.address.chain).selectOption(chain)
    await dialog.getByLabel(dashboard.address.address, { exact: true }).fill(address)
    await dialog.getByLabel(dashboard.address.password, { exact: true }).fill(secret)
    // The previous form error stays visible until the response arrives.
    const answered = page.waitForResponse('**/system_affiliate_payout')
    await dialog.getByRole('button', { name: dashboard.save, exact: true }).click()
    await answered
  }
  const says = (problem: string) => dialog.getByText(problem).first().waitFor()
  await send('tron', `${tron.slice(0, -1)}u`, password)
  await says(fieldErrorText('PayoutAddressInvalid', language))
  expect(await faultsOf(page)).toEqual([])
  await send('ethereum', tron, password)
  await says(fieldErrorText('PayoutAddressInvalid', language))
  await send('tron', tron, 'wrong horse 42')
  await says(errorText('WrongPassword', language))
  return { send, dialog }
}

async function approveTogether(page: Page): Promise<void> {
  await page.goto('/console/affiliates/payouts')
  const row = page
    .getByRole('row')
    .filter({ hasText: tron })
    .filter({ has: page.getByRole('checkbox') })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve together' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(tron).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Approve together: \$/ }).click()
  await dialog.getByRole('button', { name: 'Do another' }).waitFor()
}

async function recordTogether(page: Page, id: string, hash: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const file = (lines: string) => ({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await page.goto('/console/affiliates/batches')
  const press = async (name: string, fill: () => Promise<unknown>) => {
    await page.getByRole('button', { name }).first().click()
    await fill()
    await dialog.getByRole('button', { name: 'Preview' }).click()
  }
  await press('Create the payout file', () => dialog.locator('[name=chain]').selectOption('tron'))
  await dialog.getByText('The USDT contract on tron is not known').waitFor()
  await page.keyboard.press('Escape')
  const header = 'token_type,token_address,receiver,amount,id,chain,payout'
  await press('Check a payout file', async () => {
    await dialog.locator('[name=chain]').selectOption('tron')
    await dialog.locator('[name=file]').setInputFiles(file(`${header}\r\n`))
  })
  await dialog.getByRole('button', { name: 'Check a payout file', exact: true }).click()
  await dialog.getByRole('button', { name: 'Do another' }).waitFor()
  await page.keyboard.press('Escape')
  await press('Record transactions', () => dialog.locator('[name=file]').setInputFiles(file(`${id},${hash}`)))
  await dialog.getByText(hash).first().waitFor()
  await dialog.getByRole('button', { name: /^Record transactions: \$/ }).click()
  await dialog.getByRole('button', { name: 'Do another' }).waitFor()
}

test('a payout wallet address is validated and saved; a payout passes two operators, and the affiliate sees its proof', async () => {
  const desktop: Screen = { language: 'en', width: 'desktop' }
  const phone: Screen = { language: 'zh-CN', width: 'phone' }
  const refused = [/status of 400/, /status of 401/]
  const page = await openKol(desktop, refused)
  const chinese = await openKol(phone, refused)
  await tryAddresses(chinese, phone)
  const { send, dialog } = await tryAddresses(page, desktop)
  await send('tron', tron, password)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/New address: we pay to it from/).waitFor()
  await letAddressRest()

  const { dashboard } = inviteTexts.en
  const month = await letMonthPass()
  expect(await operateAs('ada', 'payouts', 'prepare', '--period', month)).toMatch(/^Prepared [1-9]/)
  const id = await settlementOf(month)
  const approve = ['payouts', 'approve', '--id', id, '--address', tron]
  await expect(operateAs('ada', ...approve)).rejects.toThrow(/Another operator/)
  const finance = await openPage({ ...desktop, expected: [/status of 40[0-9]/] })
  await openConsole(finance, 'en', 'finance')
  await approveTogether(finance)
  await page.reload()
  await page.getByRole('tab', { name: dashboard.records.settlements }).click()
  await page.getByText(dashboard.settlements.states.approved, { exact: true }).waitFor()

  const hash = randomBytes(32).toString('hex')
  await recordTogether(finance, id, hash)
  for (const [seen, { language }] of [
    [page, desktop],
    [chinese, phone],
  ] as const) {
    const words = inviteTexts[language].dashboard
    await seen.reload()
    await seen.getByRole('tab', { name: words.records.settlements }).click()
    const proof = seen.getByRole('link', { name: words.settlements.open(`${hash.slice(0, 10)}…${hash.slice(-6)}`) })
    await proof.waitFor()
    expect(await proof.getAttribute('href')).toBe(`https://tronscan.org/#/transaction/${hash}`)
    const row = seen.getByRole('row').filter({ has: proof })
    await row.getByText(words.settlements.states.paid, { exact: true }).waitFor()
    expect(await faultsOf(seen)).toEqual([])
    await row.getByRole('link', { name: words.statement.title(monthText(month, language, { year: true })) }).click()
    await seen.getByText(hash, { exact: true }).waitFor()
    await seen.getByText(tron, { exact: true }).waitFor()
    expect(await faultsOf(seen)).toEqual([])
    const download = seen.waitForEvent('download')
    await seen.getByRole('button', { name: words.commissions.csv }).click()
    const csv = await text(await (await download).createReadStream())
    expect(csv).toContain(hash)
    expect(csv).toContain(',123.45,USD')
    // Printing shows only the statement.
    await seen.emulateMedia({ media: 'print' })
    expect(await seen.getByRole('button', { name: words.statement.print }).isVisible()).toBe(false)
    expect(await seen.getByRole('article').getByText(tron).isVisible()).toBe(true)
    await seen.emulateMedia({ media: 'screen' })
  }
})

test('the affiliate dashboard shows the chosen date range, which is kept in the URL', async () => {
  const screen: Screen = { language: 'en', width: 'desktop' }
  const { figures } = inviteTexts.en.dashboard
  const page = await openKol(screen)
  const rows = page.getByRole('row').filter({ has: page.locator('button[aria-expanded]') })
  const range = page.getByLabel(figures.range, { exact: true }).locator('visible=true').last()
  const choose = async (preset: string): Promise<number> => {
    const answer = page.waitForResponse('**/system_affiliate_commissions')
    await range.selectOption(preset)
    const { data } = (await (await answer).json()) as { data: { list: unknown[] } }
    await expect.poll(() => rows.count()).toBe(data.list.length)
    return data.list.length
  }
  await page.getByRole('heading', { name: figures.breakdown }).waitFor()
  const year = await choose('12m')
  expect(await choose('last-month')).toBeLessThan(year)
  expect(new URL(page.url()).searchParams.get('range')).toBe('last-month')
  await page.getByRole('button', { name: figures.steps.signUps }).click()
  await page.getByRole('tab', { name: figures.by.plan }).click()
  await page.getByText(figures.notes.plan).waitFor()
  await page.reload()
  await page.getByRole('button', { name: figures.steps.signUps, pressed: true }).waitFor()
  await page.getByText(figures.notes.plan).waitFor()
  const lastMonth = await page.getByLabel(figures.to).inputValue()
  await page.getByLabel(figures.from).fill(lastMonth)
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe(`${lastMonth}..${lastMonth}`)
  expect(await faultsOf(page)).toEqual([])
})

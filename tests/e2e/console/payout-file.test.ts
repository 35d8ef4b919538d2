import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { describeChain, describeCrypto } from '#simulators/chain/describe-chain.ts'
import { demoAccounts } from '#simulators/demo/demo-catalog.ts'
import { changeProduct } from '#tests/support/query-product.ts'
import payouts from '#console/text/en/places/payouts.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import { faultsOf } from '../axe.ts'
import { baseUnits } from '../crypto-steps.ts'
import { mineBlocks, newHolder, sendTokens } from '../local-chain.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { startProduct, type Product } from '../start-product.ts'
import { enterDemoConsole } from './console-steps.ts'
import { turn } from './turn-to.ts'

watchBrowser()
let dataDir: string
let product: Product

/** Uses its own product, because a second blockchain network would change the checkout tests of the shared one. */
beforeAll(async () => {
  dataDir = await makeTemporaryFolder('e2e-payouts')
  const file = path.join(dataDir, 'crypto.json')
  const base = describeChain(inject('e2e').chain, { name: 'Base', tokens: ['USDT'] })
  await writeFile(file, JSON.stringify(describeCrypto({ base })))
  product = await startProduct({ dataDir, env: { CRYPTO_CONFIG_FILE: file } })
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Signs in at the list of payouts. */
async function enter(name: string): Promise<Page> {
  const page = await openPage({
    language: 'en',
    width: 'desktop',
    expected: [/status of 40[0-9]/],
    origin: product.origin,
  })
  await enterDemoConsole(page, 'en', name, '/console/affiliates/payouts')
  return page
}

/**
 * Moves a commission of the demo affiliate to last month, past its hold, and ends the waiting time of the payout wallet
 * address.
 */
async function letMonthPass(address: string): Promise<void> {
  const { accountName } = demoAccounts[1]
  await changeProduct(
    dataDir,
    `update commissions set amount_minor = 12345, earned_at = date_trunc('month', now()) - interval '1 day', held_until = now() - interval '1 second'
     where id = (select c.id from commissions c join account_identifiers i on i.user_id = c.affiliate_id
       where i.value = $1 and c.settlement_id is null and c.reverses is null
         and not exists (select from commissions r where r.reverses = c.id) limit 1)`,
    [accountName],
  )
  await changeProduct(
    dataDir,
    `update affiliates set payout_chain = 'base', payout_address = $2, payout_rests_until = now()
     where user_id = (select user_id from account_identifiers where value = $1)`,
    [accountName, address],
  )
}

async function carryOut(page: Page, label: string, fill: () => Promise<unknown> = async () => {}) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: label }).first().click()
  await fill()
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await dialog.getByText('Nothing has been changed yet').waitFor()
  await dialog.getByRole('button', { name: new RegExp(`^${label}(: .+)?$`) }).click()
  await dialog.getByRole('button', { name: 'Do another' }).waitFor()
  return dialog
}
const csv = (lines: string) => ({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })

test('a payout month is closed, approved by another operator, paid by a file with a checked digest, and recorded as sent', async () => {
  const { address } = await newHolder('USDT', 0n)
  await letMonthPass(address)
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  const owner = await enter('olive')
  await carryOut(owner, 'Prepare settlements', () =>
    owner
      .locator('[name=period]')
      .selectOption(month)
      .then(() => {}),
  )

  const page = await enter('finn')
  await page
    .getByRole('navigation', { name: payouts.way })
    .getByRole('link', { name: payouts.stages.checked.title })
    .click()
  const row = page.getByRole('row').filter({ hasText: address })
  await row.getByRole('checkbox').check()
  await carryOut(page, 'Approve together')

  await page.keyboard.press('Escape')
  await turn(page, '/console/affiliates/batches')
  const choose = () => page.locator('[name=chain]').selectOption('base')
  const made = await carryOut(page, 'Create the payout file', choose)
  expect(await faultsOf(page)).toEqual([])
  const save = async (ending: RegExp) => {
    const saved = page.waitForEvent('download')
    await made.getByRole('button', { name: ending }).click()
    return text(await (await saved).createReadStream())
  }
  const file = await save(/^Save payouts-base-[0-9a-f]+[.]csv$/)
  const digest = createHash('sha256').update(file).digest('hex')
  expect(await save(/[.]csv[.]sha256$/)).toMatch(new RegExp(`^${digest}  payouts-base-`))
  // The demo affiliate also earned other commissions in that month.
  const [, dollars = ''] = new RegExp(`,${address},([0-9]+[.][0-9]{2}),,base,`).exec(file) ?? []
  expect(Number(dollars)).toBeGreaterThanOrEqual(123.45)
  await page.keyboard.press('Escape')

  const check = async (content: string) => {
    const said = await carryOut(page, 'Check a payout file', async () => {
      await choose()
      await page.locator('[name=file]').setInputFiles(csv(content))
    })
    const seen = await said.innerText()
    await page.keyboard.press('Escape')
    return seen
  }
  const verdict = (same: string) => new RegExp(`Same as the created file\\s+${same}`)
  expect(await check(file)).toMatch(verdict('yes'))
  const forged = await check(file.replace(`,${dollars},`, `,9${dollars},`))
  expect(forged).toMatch(verdict('no'))
  expect(forged).toContain('another amount')

  const hash = await sendTokens('USDT', address, baseUnits(dollars, 'USDT'))
  await mineBlocks(3)
  const recorded = await carryOut(page, 'Record transactions', () =>
    page.locator('[name=file]').setInputFiles(csv(hash)),
  )
  await recorded.getByText(hash).first().waitFor()
  await page.keyboard.press('Escape')
  await turn(page, '/console/affiliates/payouts')
  await page.getByText('No settlements found.').waitFor()
})

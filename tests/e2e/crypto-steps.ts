import type { Page } from 'playwright-core'
import type { Language } from '#shared/language.ts'
import { mineBlocks, sendTokens, type TokenName } from './local-chain.ts'
import { texts } from './texts.ts'

type Payable = TokenName | 'ETH'
const decimals: Record<Payable, number> = { USDT: 6, USDC: 18, ETH: 18 }
export function baseUnits(text: string, token: Payable): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals[token], '0'))
}

export async function askForAddress(page: Page, language: Language, token: Payable): Promise<void> {
  const { crypto } = texts[language]
  await page.getByRole('radio', { name: 'Local chain' }).check({ force: true })
  await page.getByRole('radio', { name: new RegExp(`^${token}`) }).check({ force: true })
  await page.getByRole('button', { name: crypto.getAddressFor(token, 'Local chain') }).click()
  await byHand(page, language).waitFor()
}

const byHand = (page: Page, language: Language) =>
  page.getByRole('region', { name: texts[language].crypto.byHandTitle })

export async function readDetails(page: Page, language: Language, token: Payable) {
  await byHand(page, language).waitFor()
  const [amount = '', address = ''] = await byHand(page, language).locator('code').allTextContents()
  return { address, text: amount, amount: baseUnits(amount, token) }
}

export async function payByHand(token: TokenName, to: string, amount: bigint): Promise<void> {
  await sendTokens(token, to, amount)
  await mineBlocks(3)
}

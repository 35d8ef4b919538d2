import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { operate } from '../invite-steps.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
const refusals = [/status of 40[0-9]/]
const asOwner = (text: string, values: readonly unknown[]) => queryProduct(inject('e2e').dataDir, text, values)
const desktop = { language: 'en', width: 'desktop', expected: refusals } as const

/** So many accounts that asked for news, under one mark. Nothing is ever sent to them. */
const crowd = (mark: string, many: number) =>
  asOwner(
    `with u as (insert into users (id, uid, invite_code, password_hash, language, news_since, created_at)
       select gen_random_uuid(), 900000000 + floor(random() * 90000000)::int, $1 || n, 'none', 'en', now(), now()
       from generate_series(1, $2::int) n on conflict do nothing returning id)
     insert into account_identifiers (user_id, kind, value, lookup_key)
       select id, 'email', $1 || id || '@example.com', $1 || id || '@example.com' from u`,
    [mark, many],
  )
async function disperse(mark: string): Promise<void> {
  await asOwner(`delete from account_identifiers where starts_with(value, $1)`, [mark])
  await asOwner(`delete from users where starts_with(invite_code, $1)`, [mark])
}
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a mailing is written and counted by one owner, sent by another, and stopped before its day', async () => {
  const mark = `mail-${randomUUID().slice(0, 8)}-`
  await operate('segments', 'save', '--name', mark, '--membership', 'never')
  await crowd(mark, 1_010)
  try {
    const page = await openPage(desktop)
    await openConsole(page, 'en', 'owner')
    await page.goto(`/console/actions/segments.count#segment=${mark}`)
    await page
      .getByText(/[1-9],[0-9]{3}/)
      .first()
      .waitFor()
    await page.goto('/console/people')
    await rowOf(page, mark).getByRole('button', { name: 'Send a mailing' }).click()
    const dialog = page.getByRole('dialog')
    const words = { name: mark, subjectEn: 'Winter', subjectZh: '冬日', headingEn: 'Winter', headingZh: '冬日' }
    const more = { buttonEn: 'Plans', buttonZh: '套餐', page: '/pricing' }
    for (const [name, value] of Object.entries({ ...words, ...more }))
      await dialog.locator(`[name=${name}]`).fill(value)
    await dialog.locator('[name=bodyEn]').setInputFiles(file('en.txt', 'Three days more.'))
    await dialog.locator('[name=bodyZh]').setInputFiles(file('zh.txt', '多送三天。'))
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await dialog.locator('[name=sendAt]').fill(soon)
    await dialog.locator('[name=tested]').check()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('A second operator decides this').waitFor()
    await dialog.getByText('Three days more.').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send a mailing', exact: true }).click()
    await dialog.getByText('Waits for another operator.').waitFor()
    const proposal = await dialog.getByRole('link', { name: 'Show the proposal' }).getAttribute('href')

    const other = await openPage(desktop)
    await openConsole(other, 'en', 'owner')
    await other.goto(String(proposal))
    await other.getByRole('heading', { name: 'Now' }).waitFor()
    await other.getByRole('button', { name: 'Preview' }).first().click()
    await other.getByRole('button', { name: 'Grant a proposal' }).click()
    await other.getByText('waits for its time.').waitFor()
    await other.goto('/console/people')
    const waiting = other.getByRole('region', { name: 'Mailings' }).getByRole('row').filter({ hasText: mark })
    await waiting.getByRole('button', { name: 'Stop it for good' }).click()
    const stop = other.getByRole('dialog')
    await stop.locator('[name=reason]').fill('a test')
    await stop.getByRole('button', { name: 'Preview' }).click()
    await stop.getByRole('button', { name: 'Stop it for good', exact: true }).click()
    await stop.getByText(`${mark} is stopped.`).waitFor()
  } finally {
    await disperse(mark)
    await operate('segments', 'remove', '--segment', mark)
  }
})

test('a case shows who and what, both decisions are previewed on its page, and one is taken', async () => {
  const mark = `case${randomUUID().slice(0, 8)}`
  const id = randomUUID()
  await crowd(mark, 2)
  const { rows } = await asOwner('select id, uid from users where starts_with(invite_code, $1) order by uid', [mark])
  const [friend, inviter] = rows as [{ id: string; uid: number }, { id: string; uid: number }]
  await asOwner('insert into risk_cases (id) values ($1)', [id])
  await asOwner(
    `insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details)
     values (gen_random_uuid(), $1, 'same_payer', 'hold', 1, $2, $3, array[$3::uuid], '', '{}')`,
    [id, friend.id, inviter.id],
  )
  const page = await openPage(desktop)
  await openConsole(page, 'en', 'finance')
  await page.goto(`/console/queue/cases/${id}`)
  const uid = (of: { uid: number }) => new RegExp(String(of.uid).replace(/(\d{3})(\d{3})(\d{3})/, '$1.?$2.?$3'))
  await page
    .getByRole('link', { name: uid(friend) })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: uid(inviter) })
    .first()
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  const release = page.getByRole('region', { name: 'Release all' })
  const takeBack = page.getByRole('region', { name: 'Take all back' })
  for (const decision of [takeBack, release]) {
    await decision.locator('[name=reason]').fill('A family.')
    await decision.getByRole('button', { name: 'Preview' }).click()
    await decision.getByText('rolled back').waitFor()
  }
  await takeBack.getByText('Would take back $0.00', { exact: false }).waitFor()
  await release.getByRole('button', { name: 'Release all', exact: true }).click()
  await page.getByText(/: A family\.$/).waitFor()
  const { rows: decided } = await asOwner('select state, reason from risk_cases where id = $1', [id])
  expect(decided).toEqual([{ state: 'released', reason: 'A family.' }])
})

test('the canary’s page leads through its three steps, and a key is previewed without being published', async () => {
  const page = await openPage(desktop)
  await openConsole(page, 'en', 'owner')
  await page.goto('/console/texts/canary')
  const key = page.getByRole('button', { name: 'Publish the canary key' })
  await key.waitFor()
  await page.getByRole('button', { name: 'Publish a statement' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await key.click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=file]').setInputFiles(file('public.pem', 'not a key'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.locator('[name=file][aria-invalid=true]').or(dialog.getByRole('alert')).first().waitFor()
  const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string
  await dialog.locator('[name=file]').setInputFiles(file('public.pem', pem))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Would publish the key').waitFor()
  await dialog.getByText('A second operator decides this').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/console/actions/canary.draft')
  await page.locator('[name=news]').fill('Snow fell in Oslo.')
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await page.getByText('Snow fell in Oslo.').last().waitFor()
})

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { operate } from '../invite-steps.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { markOfLetters } from '../steps.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
// axe enters the preview frame, in which scripts are blocked.
const refusals = [/status of 40[0-9]/, /Blocked script execution in '[^']*\/console\/preview-mailing\//]
const asOwner = (text: string, values: readonly unknown[]) => queryProduct(inject('e2e').dataDir, text, values)
const desktop = { language: 'en', width: 'desktop', expected: refusals } as const

/** Creates accounts that want news and never signed in, with a common prefix. Nothing is sent to them. */
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
  const theirs = `select id from users where starts_with(invite_code, $1)`
  await asOwner(`delete from risk_events where user_id in (${theirs})`, [mark])
  await asOwner(`delete from risk_dues where user_id in (${theirs})`, [mark])
  await asOwner(`delete from payment_payers where user_id in (${theirs})`, [mark])
  await asOwner(`delete from risk_signals where user_id in (${theirs})`, [mark])
  await asOwner(`delete from account_identifiers where starts_with(value, $1)`, [mark])
  await asOwner(`delete from users where starts_with(invite_code, $1)`, [mark])
}
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a mailing is previewed and prepared by one owner, sent by another, and stopped before its date', async () => {
  const mark = `mail-${markOfLetters()}-`
  // All other accounts were seen, so the segment matches only these.
  await operate(
    'segments',
    'save',
    '--name',
    mark,
    '--membership',
    'never',
    '--paid',
    'no',
    '--not-seen-within',
    '3650',
  )
  await crowd(mark, 1_010)
  try {
    const page = await openPage(desktop)
    await openConsole(page, 'en', 'owner', '/console/people/segments')
    await rowOf(page, mark).getByRole('button', { name: 'Write to this segment' }).click()
    await page.waitForURL('**/mailings/new#draft=*')
    await page.getByText(/^1,0[0-9]{2} people$/).waitFor()
    await page.getByText('Still missing').waitFor()
    const words = { name: mark, subjectEn: 'Winter', subjectZh: '冬日', headingEn: 'Winter & <b>wind</b>' }
    const more = {
      headingZh: '冬日有风',
      bodyEn: 'Three days more.',
      bodyZh: '多送三天。',
      buttonEn: 'Plans',
      page: '/pricing',
    }
    for (const [name, value] of Object.entries({ ...words, ...more }))
      await page.locator(`[name=${name}]:not([type=hidden])`).fill(value)
    const mail = page.frameLocator('iframe:not(.coming)')
    await mail.getByRole('heading', { name: 'Winter & <b>wind</b>' }).waitFor()
    await mail.getByText('Three days more.').waitFor()
    const preview = page.getByRole('region', { name: 'What recipients see' })
    await preview.getByRole('button', { name: '中文', exact: true }).click()
    await mail.getByRole('heading', { name: '冬日有风' }).waitFor()
    const drawn = await page.request.post('/console/preview-mailing/en', { form: { headingEn: '<script>1</script>' } })
    expect(await drawn.text()).not.toContain('<script>')
    expect(drawn.headers()['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox allow-same-origin$/)
    // Sending is blocked while a text is missing; the empty field gets the focus.
    await page.getByRole('button', { name: 'Send a test to yourself (English)' }).click()
    await page.locator('[name=buttonZh][aria-invalid=true]:focus').fill('套餐')
    await page.reload()
    expect(await page.locator('textarea[name=bodyZh]').inputValue()).toBe('多送三天。')
    await page.getByRole('button', { name: 'Send a test to yourself (English)' }).click()
    await page.getByText('You have no email address').waitFor()
    // Typing continues while the test mail is sent, without losing input.
    const typed = Promise.withResolvers<void>()
    const json = { input: {}, output: { subject: 'Winter' }, seen: null, takesTwo: null, proposal: null, steps: [] }
    const answer = (route: Route) => typed.promise.then(() => route.fulfill({ json }))
    await page.route('**/actions/mailings.test', answer, { times: 1 })
    await page.getByRole('button', { name: 'Send a test to yourself (English)' }).click()
    const redrawn = page.waitForRequest(
      (request) =>
        request.url().includes('/preview-mailing/') && !!request.postData()?.includes(encodeURIComponent('五天')),
    )
    await page.locator('textarea[name=bodyZh]').fill('多送五天。')
    typed.resolve()
    await page.getByText('The text has changed since your last test').waitFor()
    expect(await page.locator('textarea[name=bodyZh]').inputValue()).toBe('多送五天。')
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.locator('[name=sendAt]').fill(`${soon}T09:30`)
    await page.locator('[name=tested]').check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('A second operator must approve this').waitFor()
    // The preview is redrawn after a delay; axe enters its frame.
    await (await redrawn).response()
    await page.locator('iframe.coming').waitFor({ state: 'detached' })
    expect(await faultsOf(page)).toEqual([])
    await page.locator('textarea[name=bodyEn]').fill('Four days more.')
    await page.getByText('A second operator must approve this').waitFor({ state: 'detached' })
    expect(await page.locator('[name=tested]').isChecked()).toBe(false)
    await page.locator('[name=tested]').check()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Send a mailing', exact: true }).click()
    await page.getByText('Waiting for another operator.').waitFor()
    const proposal = await page.getByRole('link', { name: 'Show the proposal' }).getAttribute('href')

    const other = await openPage(desktop)
    await openConsole(other, 'en', 'owner', String(proposal))
    await other.getByRole('heading', { name: 'Now' }).waitFor()
    await other.getByRole('button', { name: 'Preview' }).first().click()
    await other.getByRole('button', { name: 'Approve a proposal' }).click()
    await other.getByText('will be sent at its time.').waitFor()
    await asOwner(
      `insert into mailing_people (mailing_id, user_id, outcome)
       select m.id, u.id, case when right(u.invite_code, 1) = '1' then 'failed' else 'sent' end
       from mailings m, users u where m.name = $1 and u.invite_code in ($1 || 11, $1 || 12, $1 || 14)`,
      [mark],
    )
    await asOwner(`update users set news_since = null where invite_code = $1 || 12`, [mark])
    await other.goto('/console/people/mailings')
    await rowOf(other, mark).getByRole('link', { name: 'Progress' }).click()
    await other.getByRole('heading', { level: 1, name: mark }).waitFor()
    await other.getByText(/^3 of 1,[0-9]{3} people, about/).waitFor()
    const figures = await other.locator('.fig').allInnerTexts()
    expect(figures.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Sent 2',
      'In progress 0',
      'Rejected by the mail server 1',
      expect.stringMatching(/^Skipped 0/),
      'Unsubscribed since 1 50.0 % of those sent',
    ])
    await other.frameLocator('iframe:not(.coming)').getByText('Four days more.').waitFor()
    await other.locator('iframe.coming').waitFor({ state: 'detached' })
    expect(await faultsOf(other)).toEqual([])
    await other.getByRole('button', { name: 'Stop for good' }).click()
    const stop = other.getByRole('dialog')
    await stop.locator('[name=reason]').fill('a test')
    await stop.getByRole('button', { name: 'Preview' }).click()
    await stop.getByRole('button', { name: 'Stop for good', exact: true }).click()
    await stop.getByText(`${mark} is stopped.`).waitFor()
  } finally {
    await asOwner(`delete from mailing_people p using mailings m where m.id = p.mailing_id and m.name = $1`, [mark])
    await disperse(mark)
    await operate('segments', 'remove', '--segment', mark)
  }
})

test('a risk case shows the accounts and evidence, previews both decisions, and one is taken', async () => {
  const mark = `case${markOfLetters()}`
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
  await asOwner(
    `insert into payment_payers (payer, user_id) select sha256(p::bytea), u
     from (values ($1 || 'both', $2::uuid), ($1 || 'both', $3), ($1 || 'alone', $2)) of (p, u)`,
    [mark, friend.id, inviter.id],
  )
  try {
    const page = await openPage(desktop)
    await openConsole(page, 'en', 'finance', `/console/queue/cases/${id}`)
    const uid = (of: { uid: number }) => new RegExp(String(of.uid).replace(/(\d{3})(\d{3})(\d{3})/, '$1.?$2.?$3'))
    await page
      .getByRole('link', { name: uid(friend) })
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: uid(inviter) })
      .first()
      .waitFor()
    const payers = page.getByRole('region', { name: 'Payers', exact: true }).getByRole('row')
    await expect.poll(() => payers.count()).toBe(3)
    expect(await payers.nth(1).innerText()).toMatch(uid(friend))
    expect(await payers.nth(1).innerText()).toMatch(uid(inviter))
    expect(await payers.nth(2).innerText()).not.toMatch(uid(inviter))
    await payers.nth(2).getByRole('button', { name: 'Block a payer' }).click()
    const block = page.getByRole('dialog')
    await block.locator('[name=reason]').fill('a test')
    await block.getByRole('button', { name: 'Preview' }).click()
    await block.getByText('Nothing has been changed yet').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await faultsOf(page)).toEqual([])
    const release = page.getByRole('region', { name: 'Release all' })
    const takeBack = page.getByRole('region', { name: 'Take all back' })
    for (const decision of [takeBack, release]) {
      await decision.locator('[name=reason]').fill('A family.')
      await decision.getByRole('button', { name: 'Preview' }).click()
      await decision.getByText('Nothing has been changed yet').waitFor()
    }
    await takeBack.getByText('Would take back $0.00', { exact: false }).waitFor()
    await release.getByRole('button', { name: 'Release all', exact: true }).click()
    await page.getByText(/: A family\.$/).waitFor()
    const { rows: decided } = await asOwner('select state, reason from risk_cases where id = $1', [id])
    expect(decided).toEqual([{ state: 'released', reason: 'A family.' }])
  } finally {
    await disperse(mark)
    await asOwner('delete from risk_cases where id = $1', [id])
  }
})

test('the canary page leads through three steps, and previewing a key does not publish it', async () => {
  const page = await openPage(desktop)
  await openConsole(page, 'en', 'owner', '/console/texts/canary')
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
  await dialog.getByText('A second operator must approve this').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/console/actions/canary.draft')
  await page.locator('[name=news]').fill('Snow fell in Oslo.')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Snow fell in Oslo.').last().waitFor()
})

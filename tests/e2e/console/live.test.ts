import { expect, test } from 'vitest'
import queue from '#console/text/en/places/queue.ts'
import people from '#console/text/en/places/people.ts'
import { actions } from '#text/en/actions.ts'
import { operate, operateAs } from '../invite-steps.ts'
import { openAccount } from '../open-account.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { newName, openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const t = shellTexts.en
const visit = { language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] } as const

test('a single event stream per browser updates counts and pages and shows who else views the same page', async () => {
  const { accountName } = await openAccount(await openPage(visit), 'en')
  const found = await operate('people', 'find', '--query', accountName)
  const [uid = ''] = /\b[1-9]\d{8}\b/.exec(found) ?? []

  const page = await openPage(visit)
  const streams: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/console/api/live')) streams.push(request.url())
  })
  await openConsole(page, 'en', 'support', `/console/people#user=${uid}`)
  const blocked = page.getByText(people.blocked, { exact: true })
  await page.getByText(people.noMember, { exact: true }).waitFor()

  const other = await openPage(visit)
  const { name } = await openConsole(other, 'en', 'viewer', `/console/people#user=${uid}`)
  const tooHere = page.getByText(t.alsoHere(name, 1))
  await tooHere.waitFor()
  await operate('people', 'block', '--user', uid, '--told-reason', 'a test', '--reason', 'a test')
  await page.getByText(people.theyRead('a test')).waitFor()
  await Promise.all([blocked.first().waitFor(), other.getByText(people.blocked, { exact: true }).first().waitFor()])
  await other.goto('/console/orders')
  await tooHere.waitFor({ state: 'detached' })

  const tab = await page.context().newPage()
  await tab.goto('/console/queue/approvals')
  const waiting = (of: typeof page) =>
    of.getByRole('navigation', { name: t.rail }).getByRole('link', { name: t.places.queue }).locator('.n')
  const before = streams.length
  // Other tests change the counts, so a row of this test proves that the lists are reloaded.
  const asked = await operateAs('e2e', 'operators', 'invite', '--name', newName('finance'), '--role', 'finance')
  const [, id = ''] = /approvals? grant --id (\S+)/.exec(asked) ?? []
  const row = tab.locator(`main a[href*="${id}"]`).first()
  await Promise.all([...[page, tab].map((each) => waiting(each).waitFor()), row.waitFor()])
  await operate('approvals', 'refuse', '--id', id, '--reason', 'a test')
  await row.waitFor({ state: 'detached' })
  expect(streams.length, 'a tab more is no stream more').toBe(before)
  await page.close()
  await expect.poll(() => streams.length).toBe(before + 1)
})

test('an approved proposal stays on its page with its outcome, and without the form to refuse it', async () => {
  const name = newName('finance')
  const asked = await operateAs('e2e', 'operators', 'invite', '--name', name, '--role', 'finance')
  const [, id = ''] = /approvals? grant --id (\S+)/.exec(asked) ?? []
  const page = await openPage(visit)
  await openConsole(page, 'en', 'owner', '/console/queue/approvals')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await row.getByText(actions['operators.invite'].label).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: queue.refuse }).waitFor()
  const grant = page.locator('[data-act="approvals.grant"]')
  await grant.getByRole('button', { name: t.act.preview, exact: true }).click()
  await grant.getByRole('button', { name: actions['approvals.grant'].label }).click()
  await page.getByText(t.act.fresh).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: queue.refuse }).count()).toBe(0)
  expect(await page.getByText('There is no such open proposal').count()).toBe(0)
})

import { expect, inject, test } from 'vitest'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'

watchBrowser()
const asOwner = (text: string, values: readonly unknown[]) => queryProduct(inject('e2e').dataDir, text, values)

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'the search box states the number of matches per group and highlights the typed digits',
  async ({ language, width }) => {
    const t = shellTexts[language].palette
    const end = `${`${process.pid % 1000}`.padStart(3, '0')}472`
    await asOwner(
      `with u as (insert into users (id, uid, invite_code, password_hash, language)
         select gen_random_uuid(), 940000000 + floor(random() * 50000000)::int, 'F' || $1 || n, 'none', 'en' from generate_series(1, 6) n returning id, invite_code)
       insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       select id, 'phone', '+8613' || right(invite_code, 1) || '00' || $1, '+8613' || right(invite_code, 1) || '00' || $1, now() from u`,
      [end],
    )
    try {
      const page = await openPage({ language, width, expected: [/status of 40[0-9]/] })
      await openConsole(page, language, 'support')
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: t.label })
      await palette.getByRole('combobox').fill(`${end.slice(0, 3)} ${end.slice(3)}`)
      const people = palette.getByRole('group', { name: `${t.people} ${t.andMore(5)}` })
      await people.waitFor()
      expect(await people.getByRole('option').count()).toBe(5)
      expect(await people.locator('mark').allInnerTexts()).toEqual(Array<string>(5).fill(end))
      expect(await palette.getByRole('option', { selected: true }).locator('mark').count()).toBe(1)
      expect(await faultsOf(page)).toEqual([])
      await palette.getByRole('combobox').fill(shellTexts[language].places.queue)
      const places = palette.getByRole('group', { name: new RegExp(`^${t.places} \\d+$`) })
      await places.locator('mark', { hasText: shellTexts[language].places.queue }).first().waitFor()
    } finally {
      await asOwner(`delete from account_identifiers where lookup_key like '+8613%' || $1`, [end])
      await asOwner(`delete from users where starts_with(invite_code, 'F' || $1)`, [end])
    }
  },
)

test('the search box opens in windows of every width', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', expected: [/status of 40[0-9]/] })
  await openConsole(page, 'en', 'viewer')
  const palette = page.getByRole('dialog', { name: shellTexts.en.palette.label })
  for (const width of [390, 800, 1_050, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  }
})

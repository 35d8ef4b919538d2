import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCache } from '#tests/support/compile-cache.ts'
import { queryProduct } from '#tests/support/query-product.ts'
import homeEn from '#text/en/site/home.ts'
import historyEn from '#text/en/site/service-history.ts'
import homeZh from '#text/zh-CN/site/home.ts'
import historyZh from '#text/zh-CN/site/service-history.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { faultsOf } from './axe.ts'
import { corners, openPage, watchBrowser } from './open-page.ts'
import { startProduct, type Product } from './start-product.ts'

watchBrowser()

const words = { en: { home: homeEn, history: historyEn }, 'zh-CN': { home: homeZh, history: historyZh } }
const incident = { en: 'A cable was cut', 'zh-CN': '光缆中断' }
let product: Product
let folder: string
const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)

/** Eight complete days: an outage of 125 minutes four days ago, a partial one of 30 minutes two days ago. */
const measured = Array.from({ length: 8 }, (_, index) => ({
  day: dayBefore(index + 1),
  down: index === 3 ? 125 : 0,
  partly: index === 1 ? 30 : 0,
}))
const percent = '98.91'

beforeAll(async () => {
  folder = await makeTemporaryFolder('status')
  await mkdir(path.join(folder, 'data'))
  // The site reads its history at the start and then once a minute, so everything is stored before the start.
  const dataDir = path.join(folder, 'data')
  const earlier = await startProduct({ dataDir })
  await queryProduct(
    dataDir,
    `insert into service_days (service, day, minutes, partly, down, measured_at)
     select 'servers', m.day, 1440, m.partly, m.down, m.day from jsonb_to_recordset($1::jsonb) as m (day date, partly int, down int)`,
    [JSON.stringify(measured)],
  )
  const content = path.join(folder, 'content')
  for (const language of ['en', 'zh-CN'] as const) {
    await mkdir(path.join(content, language, 'announcements'), { recursive: true })
    await writeFile(
      path.join(content, language, 'announcements/cable.md'),
      `---\ntitle: ${incident[language]}\ndate: ${dayBefore(4)}\nincident: yes\norder: 0\n---\n\nB\n`,
    )
  }
  await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../../server/ops/main.ts'), 'content', 'publish', '--folder', content],
    {
      env: {
        ...process.env,
        ...compileCache,
        DATA_DIR: dataDir,
        PORT: new URL(earlier.origin).port,
        SIMULATOR_PORT: new URL(earlier.simulator).port,
      },
    },
  )
  await earlier.stop()
  product = await startProduct({ dataDir })
})
afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(corners)('status history ($language, $width)', (screen) => {
  const { home, history } = words[screen.language]

  test('the availability on the home page leads to its measurements, with outages, incidents and gaps, without scripts', async () => {
    const page = await openPage({ ...screen, scripts: false, origin: product.origin })
    await page.goto(`/${screen.language}`)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: home.uptimeMeasured, exact: true }).waitFor()
    await main.getByRole('link', { name: home.measured(percent) }).click()
    await page.waitForURL(`**/${screen.language}/status`)
    const servers = main.locator('section', {
      has: page.getByRole('heading', { name: history.names.servers, exact: true }),
    })
    await servers.getByText(history.uptime(percent, 8), { exact: true }).waitFor()
    const label = (await servers.getByRole('img').getAttribute('aria-label')) ?? ''
    // The job of the product may have measured today already.
    expect([history.picture(6, 1, 1, 82), history.picture(7, 1, 1, 81)]).toContain(label)
    expect(await servers.innerText()).toContain(history.unmeasured)
    const days = main.locator('ol > li')
    const outage = days.filter({ has: page.locator(`time[datetime="${dayBefore(4)}"]`) })
    expect(await outage.innerText()).toContain(`${history.names.servers}: ${history.down(history.time(2, 5))}`)
    const partial = days.filter({ has: page.locator(`time[datetime="${dayBefore(2)}"]`) })
    expect(await partial.innerText()).toContain(history.partly(history.time(0, 30)))
    expect(await days.count()).toBe(2)
    await outage.getByRole('link', { name: incident[screen.language] }).click()
    await page.waitForURL(`**/${screen.language}/announcements/cable`)
  })
})

test.each(['phone', 'desktop'] as const)(
  'the status history has no accessibility violation and is in the sitemap (%s)',
  async (width) => {
    const page = await openPage({ language: 'en', width, origin: product.origin })
    const sitemap = await page.request.get('/sitemap.xml')
    expect(await sitemap.text()).toContain('/zh-CN/status</loc>')
    await page.goto('/status')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status history' }).click()
    await page.waitForURL('**/status')
  },
)

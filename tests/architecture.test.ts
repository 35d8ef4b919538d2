import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IConfiguration } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layers } from '../architecture-layers.ts'
import { makeTemporaryFolder } from '../scripts/temporary-folder.ts'

const root = path.join(import.meta.dirname, '..')
const rooms = ['server', 'shared', 'text', 'web', 'console', 'ui', 'simulators', 'scripts', 'lab', 'tests']
type Verdict = { modules: number; violations: { rule: string; from: string; to: string }[] }

/** Runs dependency-cruiser with our rules over a folder laid out like this repository. */
async function cruise(folder: string, places: readonly string[]): Promise<Verdict> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const flags = ['--config', path.join(root, 'dependency-cruiser.mjs'), '--output-type', 'json']
  const output = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
    // A non-zero exit code is the number of violations, not a failure.
    execFile(process.execPath, [program, ...flags, ...places], options, (_error, stdout) => resolve(stdout))
  })
  const { summary } = JSON.parse(output) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
  }
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

test('every import of the product follows the allowed direction', async () => {
  const { modules, violations } = await cruise(root, rooms)
  // If dependency-cruiser does not support the compiler version, it finds neither modules nor violations.
  expect(modules).toBeGreaterThan(150)
  expect(violations).toEqual([])
})

/**
 * One forbidden import per rule: [importing file, imported file]. The file that the rule does not restrict is made up.
 */
const plants: Record<string, [from: string, to: string]> = {
  'no-circular': ['server/platform/circle-a.ts', './circle-b.ts'],
  'no-barrels': ['server/platform/barrel.ts', 'export ./owned.ts'],
  'everything-resolves': ['server/platform/lost.ts', './nowhere.ts'],
  'shared-is-a-leaf': ['shared/money.ts', '#server/platform/log.ts'],
  'shared-runs-anywhere': ['shared/api-values.ts', 'node:fs'],
  'shared-openapi-stays-on-the-server': ['web/client/describe.ts', '#shared/contract/openapi.ts'],
  'customers-get-no-operator-text': ['web/client/operator-words.ts', '#text/en/valid-values.ts'],
  'ui-knows-no-product': ['ui/button.tsx', '#shared/contract/customer.ts'],
  'front-end-knows-no-server': ['web/client/types-of-server.ts', 'type #server/platform/log.ts'],
  'console-knows-no-other-front': ['console/shell/borrower.ts', '#web/client/api.ts'],
  'console-places-are-islands': ['console/places/people/neighbour.tsx', '#console/places/orders/order.tsx'],
  'console-parts-know-no-place': ['console/list/place-knower.tsx', '#console/places/orders/order.tsx'],
  'console-client-is-the-ground-floor': ['console/client/looks-up.ts', '#console/shell/navigation.tsx'],
  'console-gets-schemas-as-data': ['console/list/schema-reader.ts', '#shared/contract/operator.ts'],
  'features-are-islands': ['web/features/auth/form.tsx', '#web/features/checkout/purchase-summary.tsx'],
  'features-do-not-look-up': ['web/features/auth/page-knower.tsx', '#web/pages/home.tsx'],
  'client-is-the-ground-floor': ['web/client/api.ts', '#web/forms/field.tsx'],
  'forms-and-display-stand-on-the-client': ['web/forms/payer.tsx', '#web/payment/offer-prices.ts'],
  'payment-and-share-are-for-features': ['web/share/sharer.tsx', '#web/features/checkout/purchase-summary.tsx'],
  'texts-are-only-texts': ['text/en/site/home.ts', '#web/client/query.ts'],
  'pages-hold-no-logic': ['web/pages/pricing.tsx', '#web/client/query.ts'],
  'pages-are-islands': ['web/pages/faq.tsx', './home.tsx'],
  'parts-of-pages-are-islands': ['web/pages/faq/row.tsx', '../home/hero.tsx'],
  'account-stands-alone': ['web/account/main.tsx', '#web/islands/checkout.tsx'],
  'enhancer-stays-small': ['web/enhance/main.ts', 'react'],
  'server-draws-nothing': ['server/site/draw.ts', '#web/render/renderer.tsx'],
  'server-knows-no-simulator': ['server/start.ts', '#simulators/main.ts'],
  'the-demo-has-one-door': ['server/db/side-door.ts', 'dynamic #simulators/demo/seed-demo.ts'],
  'simulators-stand-alone': ['simulators/cheat.ts', '#server/platform/log.ts'],
  'the-demo-acts-by-workflows-and-modules': ['simulators/demo/upward.ts', '#server/site/page-cache.ts'],
  'modules-are-islands': ['server/modules/orders/orders.service.ts', '#server/modules/payments/payments.rules.ts'],
  'repos-are-private': ['server/workflows/reach.ts', '#server/modules/orders/orders.repo.ts'],
  'modules-do-not-look-up': ['server/modules/orders/upward.ts', '#server/workflows/orders/place-order.ts'],
  'workflows-do-not-look-up': ['server/workflows/upward.ts', '#server/api/payment.calls.ts'],
  'the-console-is-a-front': ['server/api/console-knower.ts', '#server/console/register-console.ts'],
  'metrics-stand-beside': ['server/workflows/counted.ts', '#server/metrics/open-metrics.ts'],
  'metrics-read-modules': ['server/metrics/upward.ts', '#server/workflows/orders/place-order.ts'],
  'deps-look-down': ['server/deps/upward.ts', '#server/workflows/orders/place-order.ts'],
  'actions-know-no-front': ['server/operator/upward.ts', '#server/ops/main.ts'],
  'platform-is-the-ground-floor': ['server/platform/upward.ts', '#server/modules/payments/payments.rules.ts'],
  'db-looks-only-down': ['server/db/upward.ts', '#server/workflows/orders/place-order.ts'],
  'rules-are-pure': ['server/modules/orders/orders.rules.ts', 'node:fs'],
  'sql-only-in-repos': ['server/workflows/query.ts', '#server/platform/sql.ts'],
  'pg-only-below-the-database': ['server/modules/orders/driver.ts', 'pg'],
  'providers-behind-payments': ['server/workflows/pay.ts', '#server/modules/payments/providers/alipay.ts'],
  'payment-sdks-behind-their-providers': ['server/modules/payments/sdk.ts', 'alipay-sdk'],
  'no-dev-dependency-in-production': ['server/platform/development.ts', 'vitest'],
  'nothing-imports-tests': ['server/platform/tested.ts', '#tests/support/factories.ts'],
  ...plantsOfLayers(),
}

/**
 * Forbidden imports: for each folder of a layer one from a layer above or from its own layer; for the highest, one from
 * outside the layers.
 */
function plantsOfLayers(): Record<string, [from: string, to: string]> {
  const planted: Record<string, [string, string]> = {}
  for (const [folder, floors] of Object.entries(layers)) {
    floors.forEach((floor, index) => {
      for (const room of floor) {
        const forbidden = floor.find((other) => other !== room) ?? floors[index + 1]?.[0] ?? 'no-room'
        planted[`layers: ${folder}/${room}`] = [
          path.join(folder, room, 'looks-up.ts'),
          `#${path.join(folder, forbidden, 'target.ts')}`,
        ]
      }
    })
    planted[`layers: ${folder} has rooms`] = [path.join(folder, 'no-room', 'lost.ts'), '#shared/errors.ts']
  }
  return planted
}

describe('every import rule reports a planted violation', () => {
  let folder: string
  let verdict: Verdict

  beforeAll(async () => {
    folder = await makeTemporaryFolder('architecture')
    await layOut(folder)
    verdict = await cruise(folder, rooms)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('there is one planted violation for each rule', async () => {
    const file = pathToFileURL(path.join(root, 'dependency-cruiser.mjs')).href
    const { default: config } = (await import(file)) as { default: IConfiguration }
    expect(Object.keys(plants).toSorted()).toEqual((config.forbidden ?? []).map(({ name }) => name).toSorted())
  })
  test.each(Object.entries(plants))('the import rule "%s" reports its planted violation', (rule, [from]) => {
    expect(
      verdict.violations.filter((violation) => violation.from === from).map((violation) => violation.rule),
    ).toContain(rule)
  })
})

/** Writes the planted files, the files that they import, and empty packages. */
async function layOut(folder: string): Promise<void> {
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.base.json'])
    await write(file, await readFile(path.join(root, file), 'utf8'))
  for (const name of ['pg', 'react', 'alipay-sdk', 'vitest']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, 'export const value = 1\n')
  }
  for (const room of rooms) await mkdir(path.join(folder, room), { recursive: true })
  const targets = new Set<string>()
  for (const [from, to] of Object.values(plants)) {
    const [, kind, specifier = ''] = /^(type |export |dynamic )?(.+)$/.exec(to) ?? []
    const text = {
      'type ': `import type { value } from '${specifier}'\nexport const planted: typeof value | null = null\n`,
      'dynamic ': `export const planted = await import('${specifier}')\n`,
      'export ': `export { value } from '${specifier}'\n`,
    }[kind ?? '']
    await write(from, text ?? `import { value } from '${specifier}'\nexport const planted = value\n`)
    if (specifier.startsWith('#')) targets.add(specifier.slice(1))
    if (specifier.startsWith('.') && !specifier.includes('nowhere'))
      targets.add(path.join(path.dirname(from), specifier))
  }
  for (const target of targets) {
    if (!Object.values(plants).some(([from]) => from === target)) await write(target, 'export const value = 1\n')
  }
  await write('server/platform/circle-b.ts', `import { planted } from './circle-a.ts'\nexport const value = planted\n`)
}

describe('documents', () => {
  const documents = () => globSync(['*.md', '{docs,content,simulators,lab}/**/*.md'], { cwd: root })

  test('documents link only to existing files', async () => {
    const broken: string[] = []
    for (const document of documents()) {
      const text = await readFile(path.join(root, document), 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g))
        if (!existsSync(path.join(root, path.dirname(document), link))) broken.push(`${document}: ${link}`)
    }
    expect(broken).toEqual([])
  })

  test('the index of decisions lists each decision', async () => {
    const index = await readFile(path.join(root, 'docs/decisions/README.md'), 'utf8')
    const files = globSync('docs/decisions/*.md', { cwd: root }).map((file) => path.basename(file))
    expect(files.filter((file) => file !== 'README.md' && !index.includes(`(${file})`))).toEqual([])
  })
})

describe('docs/security.md', () => {
  test('the security ledger names only files and tests that exist', async () => {
    const ledger = await readFile(path.join(root, 'docs/security.md'), 'utf8')
    const tests = [...ledger.matchAll(/[|] `([\w.-]+\/[\w./-]+)` [|]$/gm)].map(([, name = '']) => `${name}.test.ts`)
    expect(tests.length).toBeGreaterThan(60)
    const files = [...ledger.matchAll(/`([\w./-]+[.]tsx?)`/g)].map(([, name = '']) => name)
    const exists = (file: string) => ['', 'tests/integration'].some((place) => existsSync(path.join(root, place, file)))
    expect([...tests, ...files].filter((file) => !exists(file))).toEqual([])
  })

  test('each ASVS 5.0.0 requirement of levels 1 and 2 is answered once', async () => {
    const text = await readFile(path.join(root, 'docs/security.md'), 'utf8')
    const chapters = text.split(/^### V/m).slice(1)
    /** Numbers of a cell such as "1.2.6–8, 1.3.8". */
    const listed = (cell: string) =>
      cell.split(', ').flatMap((part) => {
        const [first = '', last] = part.split('–')
        const [section, from] = [first.slice(0, first.lastIndexOf('.')), Number(first.split('.').at(-1))]
        return Array.from({ length: Number(last ?? from) - from + 1 }, (_, index) => `${section}.${from + index}`)
      })
    const numbers = chapters.flatMap((chapter) =>
      [...chapter.matchAll(/^[|] (\d[\d.,– ]*) [|] \S/gm)].flatMap(([, cell = '']) => {
        const found = listed(cell)
        expect(found.filter((number) => !number.startsWith(`${Number.parseInt(chapter)}.`))).toEqual([])
        return found
      }),
    )
    expect(chapters).toHaveLength(17)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(253)
  })
})

describe('outgoing requests of the server', () => {
  /** Finds calls of the global `fetch` that would follow a redirect to another host. */
  const findFollowing = (source: string): string[] =>
    [...source.matchAll(/(?<![.\w])fetch\(/g)]
      .map(({ index }) => {
        let depth = 0
        for (let end = index + 'fetch'.length; end < source.length; end++) {
          if (source[end] === '(') depth++
          if (source[end] === ')' && --depth === 0) return source.slice(index, end + 1)
        }
        return source.slice(index)
      })
      .filter((call) => !/redirect: '(error|manual)'/.test(call))

  test('requests do not follow redirects', async () => {
    const faults: string[] = []
    for await (const name of glob('server/**/*.ts', { cwd: root })) {
      if (name.endsWith('.test.ts')) continue
      const following = findFollowing(await readFile(path.join(root, name), 'utf8'))
      faults.push(...following.map((call) => `${name}: ${call}`))
    }
    expect(faults).toEqual([])
  })

  test('the check finds requests that would follow redirects', () => {
    expect(findFollowing('await fetch(url, { signal: limit(1) })')).toHaveLength(1)
    expect(findFollowing("globalThis.fetch; fetch(new URL(a, b), { redirect: 'follow' })")).toHaveLength(1)
    expect(findFollowing("fetch(address(1), {\n  redirect: 'error',\n}); links.fetch(x); prefetch(y)")).toEqual([])
  })
})

describe('test timeouts', () => {
  const floor = 120_000
  /** Tests that set short timeouts of the product itself, to reach them. */
  const ofTheProduct = [
    'tests/integration/tunnels/deliveries.test.ts',
    'tests/integration/tunnels/providers.contract.test.ts',
  ]
  const limit = /\btimeout: ?([\d_]+)(?! \*)|^\s*\}, ([\d_]{4,})\)|\bwait(?:For|Until)\(.*, ([\d_]+)\)/gm
  const findShortLimits = (source: string): number[] =>
    [...source.matchAll(limit)]
      .map((match) => Number((match[1] ?? match[2] ?? match[3] ?? '').replaceAll('_', '')))
      .filter((milliseconds) => milliseconds < floor)

  test('no test sets a timeout below that of vitest.config.ts', async () => {
    const faults: string[] = []
    for await (const name of glob(
      '{server,shared,text,web,console,ui,simulators,scripts,lab,tests}/**/*.test.{ts,tsx}',
      {
        cwd: root,
      },
    )) {
      if (ofTheProduct.includes(name) || name === 'tests/architecture.test.ts') continue
      const short = findShortLimits(await readFile(path.join(root, name), 'utf8'))
      faults.push(...short.map((milliseconds) => `${name}: ${milliseconds} ms`))
    }
    expect(faults).toEqual([])
  })

  test('the check finds timeouts in each form in which a test can set them', () => {
    expect(findShortLimits('expect.poll(look, { timeout: 10_000 })')).toEqual([10_000])
    expect(findShortLimits('it(name, async () => {\n}, 15_000)')).toEqual([15_000])
    expect(findShortLimits('vi.waitFor(() => look(), 20_000)')).toEqual([20_000])
    expect(findShortLimits('it(name, { timeout: 300_000 }, run)')).toEqual([])
  })
})

describe('names', () => {
  const files = async () =>
    (await Array.fromAsync(glob(`{${rooms.join(',')}}/**/*`, { cwd: root, withFileTypes: true }))).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
      place: path.relative(root, path.join(entry.parentPath, entry.name)),
    }))
  const heaps = /^(utils?|helpers?|misc|common|lib\d|stuff)$/
  const offends = (name: string, isFolder: boolean) =>
    isFolder
      ? heaps.test(name)
      : heaps.test(name.replace(/([.]\w+)+$/, '')) || /^(types|index|constants)[.]tsx?$/.test(name)

  test('no folder or file has a catch-all name', async () => {
    const all = await files()
    expect(all.length).toBeGreaterThan(150)
    expect(all.filter(({ name, isFolder }) => offends(name, isFolder)).map(({ place }) => place)).toEqual([])
  })
  test('the check for catch-all names finds one', () => {
    expect(['utils', 'helpers', 'misc', 'common'].every((name) => offends(name, true))).toBe(true)
    expect(['types.ts', 'index.ts', 'utils.ts', 'helper.test.ts'].every((name) => offends(name, false))).toBe(true)
    expect(['orders.rules.ts', 'utilities-of-trade.ts', 'index-page.tsx'].some((name) => offends(name, false))).toBe(
      false,
    )
  })
  /** Names that a file imports and exports again: `export { x }`, `export * from`, `export const x = repo.x`. */
  const passesOn = (text: string) => {
    const spaces = [...text.matchAll(/^import \* as (\w+)/gm)].map(([, space]) => space)
    return new RegExp(`^export (type )?[{*]|^export const \\w+ = (${spaces.join('|') || '-'})[.]\\w+$`, 'm').test(text)
  }
  test('every name is exported by the file that declares it', async () => {
    const barrels: string[] = []
    for (const { place, isFolder } of await files())
      if (!isFolder && /[.]tsx?$/.test(place) && passesOn(await readFile(path.join(root, place), 'utf8')))
        barrels.push(place)
    expect(barrels).toEqual([])
  })
  test('the check for re-exported names finds each form', () => {
    const repo = "import * as repo from './orders.repo.ts'\n"
    for (const way of ['export { findOrder }', 'export type { Order }', "export * from './a.ts'"])
      expect(passesOn(`import { findOrder } from './a.ts'\n${way}\n`), way).toBe(true)
    expect(passesOn(`${repo}export const findOrder = repo.findOrder\n`)).toBe(true)
    expect(passesOn(`${repo}export const seconds = Number.MAX_VALUE\nexport function one() {}\n`)).toBe(false)
  })
  /** Exported types that no other file imports, as `file: name`. Exported values without an importer are found by knip. */
  const privateTypes = (sources: ReadonlyMap<string, string>): string[] => {
    const imported = new Set<string>()
    const placeOf = (importer: string, from: string) =>
      from.startsWith('.') ? path.join(path.dirname(importer), from) : from.replace(/^#/, '')
    for (const [place, text] of sources) {
      for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm))
        for (const name of names.split(',')) {
          const [declared = ''] = name
            .trim()
            .replace(/^type /, '')
            .split(' as ')
          imported.add(`${placeOf(place, from)}: ${declared}`)
        }
      for (const [, space, from = ''] of text.matchAll(/^import (?:type )?\* as (\w+) from '([^']+)'/gm))
        for (const [, name] of text.matchAll(new RegExp(`\\b${space}[.](\\w+)`, 'g')))
          imported.add(`${placeOf(place, from)}: ${name}`)
      for (const [, from = '', name] of text.matchAll(/import\('([^']+)'\)[.](\w+)/g))
        imported.add(`${placeOf(place, from)}: ${name}`)
    }
    return [...sources].flatMap(([place, text]) =>
      [...text.matchAll(/^export (?:type|interface) (\w+)/gm)]
        .map(([, name]) => `${place}: ${name}`)
        .filter((type) => !imported.has(type)),
    )
  }
  test('a type is exported only if another file imports it', async () => {
    const sources = new Map<string, string>()
    for (const { place, isFolder } of await files())
      if (!isFolder && /[.]tsx?$/.test(place)) sources.set(place, await readFile(path.join(root, place), 'utf8'))
    expect(sources.size).toBeGreaterThan(150)
    expect(privateTypes(sources)).toEqual([])
  })
  test('the check for private types knows each way to import one', () => {
    const user = `import { read, type Order as Row } from '../orders/orders.ts'
import type * as ways from '#shared/ways.ts'
type Way = ways.Way | import('#shared/ways.ts').Other
`
    const sources = new Map([
      ['server/orders/orders.ts', 'export type Order = { id: string }\nexport interface Line {}\n'],
      ['shared/ways.ts', 'export type Way = 1\nexport type Other = 2\nexport type Third = Way\n'],
      ['server/users/user.ts', user],
    ])
    expect(privateTypes(sources)).toEqual(['server/orders/orders.ts: Line', 'shared/ways.ts: Third'])
  })
  const namesBossTable = (text: string) => /\bpgboss[.]\w/.test(text)
  test('only the job store names tables of pg-boss', async () => {
    const found: string[] = []
    for (const { place, isFolder } of await files())
      if (!isFolder && /^(?:server|simulators)\/.*(?<![.]test)[.]ts$/.test(place))
        if (namesBossTable(await readFile(path.join(root, place), 'utf8'))) found.push(place)
    expect(found.toSorted()).toEqual(['server/platform/jobs.queries.ts', 'server/platform/jobs.repo.ts'])
  })
  test('the check for names of pg-boss tables finds a planted name', () => {
    expect(namesBossTable('select count(*) from pgboss.job')).toBe(true)
    expect(namesBossTable("schema: 'pgboss',")).toBe(false)
  })
  test('file names are kebab-case', async () => {
    const odd = (await files()).filter(
      ({ name, isFolder }) =>
        !isFolder && !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name) && !['OFL.txt', 'README.md'].includes(name),
    )
    expect(odd.map(({ place }) => place)).toEqual([])
  })
})

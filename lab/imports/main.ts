import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { importSources, type ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { drawFrom } from '../load/arrivals.ts'
import {
  comparePeople,
  compareTables,
  countTables,
  farSeconds,
  followLinks,
  neverMonths,
  readStored,
  signIn,
} from './checks.ts'
import { deletedPlan, makeShop, type OldPerson, type OldShop } from './old-shop.ts'
import { failures, mostMs, must, openStage, peakOf, perform, runWorkers, same, type Stage } from './stage.ts'
import { addOptionsOf, writeShop } from './write-shop.ts'

/** `npm run lab -- imports`: moves generated shops of each panel in, and out again. */
const help = `Generates a shop of each panel and imports its file: preview, start, the worker killed (-9) twice, the same file again, a changed file,
undo, another import, sign-ins with old passwords, old subscription addresses, undo.

  npm run lab -- imports [--source xboard --people 10000 --seed 1]

Fails if a person is lost, doubled or half imported, if an undo leaves a row behind, or if an import takes more than 10 minutes.`
const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    people: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [count, seed] = [Number(values.people), Number(values.seed)]
const sources = importSources.filter((source) => values.source === undefined || values.source === source)
if (!(count >= 200 && count <= 200_000) || sources.length === 0) {
  console.error(`--people is from 200 to 200000, --source one of ${importSources.join(', ')}.`)
  process.exit(1)
}
/** Number of people who sign in, and of people who follow an old link. */
const samples = 200

const add = (stage: Stage, shop: OldShop, file: Buffer) =>
  perform(stage, 'imports.add', { source: shop.source, file: file.toString('base64'), ...addOptionsOf(shop.source) })
const reasonsOf = (shown: { reasons: readonly { reason: unknown; rows: number }[] }) =>
  Object.fromEntries(
    shown.reasons
      .map(({ reason, rows }) => [(reason as { code: string }).code.replace('importReason.', ''), rows] as const)
      .toSorted(),
  )

const minutes = (ms: number) => (ms / 60_000).toFixed(1)

async function tryIn(stage: Stage, source: ImportSource): Promise<Record<string, string | number>> {
  const node = {
    name: `Node ${source}`,
    group: 'eu',
    protocol: 'shadowsocks',
    host: 'node.example.org',
    port: 443,
    serves: 'both',
    file: JSON.stringify({ serverKey: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' }),
  } as const
  await perform(stage, 'nodes.add', node)
  const { rows: goods } = await stage.owner.query<{ id: string; devices: number }>(
    'select id, max_devices as devices from goods order by id',
  )
  const shop = await makeShop(source, count, seed)
  const plans = shop.plans.map(({ id }, index) => `${id}=${goods[index % goods.length]?.id}`)
  const mapped = new Map(shop.plans.map(({ id }, index) => [id, goods[index % goods.length]?.devices ?? 0]))
  const file = writeShop(shop)
  const before = await countTables(stage.owner)

  // Imports the file for the first time, with a preview and two kills.
  const addingFrom = performance.now()
  const added = await peakOf(() => add(stage, shop, file))
  const addMs = performance.now() - addingFrom
  const { id } = added.result
  const choice = { plans, neverMonths }
  const previewFrom = performance.now()
  const preview = await perform(stage, 'imports.start', { id, ...choice }, true)
  const previewMs = performance.now() - previewFrom
  const now = Math.floor(Date.now() / 1000)
  same('the start and its preview', await perform(stage, 'imports.start', { id, ...choice }), preview)
  const first = await runWorkers(stage, id, 'done', [0.2, 0.55])
  const shown = await perform(stage, 'imports.show', { id })
  const fates = Object.groupBy(shop.people, ({ fate }) => fate)
  same('people added', shown.added, fates.added?.length)
  for (const code of ['emailInvalid', 'emailDoubled', 'planUnmapped'] as const)
    same(`people refused as ${code}`, reasonsOf(shown)[code], fates[code]?.length)
  same('people in the preview', [preview.added, preview.refused], [shown.added, shown.refused])
  must(
    shop.people.every(({ plan }) => plan !== deletedPlan || mapped.get(deletedPlan) === undefined),
    'a deleted plan was chosen',
  )
  same(
    'unused cards',
    shown.unusedCards,
    ['xboard', 'sspanel'].includes(source) ? shop.cards.filter(({ isUsed }) => !isUsed).length : 0,
  )
  await comparePeople(stage, shop, now, mapped)
  const { rows: rights } = await stage.owner.query(`select 1 from operators where name not in ('ada', 'ben')`)
  same('operators made by an import', rights.length, before.operators === undefined ? 0 : before.operators - 2)

  // Imports the same file again, and then a changed one.
  const imported = await countTables(stage.owner)
  const again = await add(stage, shop, file)
  const repeated = await perform(stage, 'imports.start', { id: again.id, ...choice })
  same('the same file again', [repeated.added, repeated.changed, repeated.same], [0, 0, shown.added])
  await runWorkers(stage, again.id, 'done')
  compareTables('the same file again', imported, await countTables(stage.owner))
  const isFar = ({ expires }: OldPerson) => typeof expires === 'number' && expires > now + farSeconds
  // A day after the end of the year 9999 has a year of five digits, which no panel writes.
  const isLater = (person: OldPerson) =>
    person.id % 40 === 0 &&
    person.fate === 'added' &&
    person.plan !== null &&
    typeof person.expires === 'number' &&
    person.expires > now &&
    !isFar(person)
  const newer = {
    ...shop,
    people: shop.people.map((person) =>
      isLater(person) ? { ...person, expires: (person.expires as number) + 86_400 } : person,
    ),
  }
  const changedFile = await add(stage, newer, writeShop(newer))
  const changed = await perform(stage, 'imports.start', { id: changedFile.id, ...choice })
  const later = shop.people.filter(isLater).length
  same('a changed file', [changed.added, changed.changed], [0, later])
  await runWorkers(stage, changedFile.id, 'done')
  const stored = await readStored(stage.owner)
  for (const person of newer.people)
    if (isLater(person))
      must(
        Math.abs((stored.get(person.id)?.ends ?? 0) - (person.expires as number)) <= 1,
        `${person.id} has no later end`,
      )

  // Undoes all imports.
  let undoMs = 0
  for (const each of [changedFile.id, again.id, id]) {
    await perform(stage, 'imports.undo', { id: each })
    undoMs += (await runWorkers(stage, each, 'undone')).ms
  }
  compareTables('after the undo', before, await countTables(stage.owner))

  // Imports the file once more, without kills. Then people sign in and follow old links, and the undo must keep them.
  const once = await add(stage, shop, file)
  await perform(stage, 'imports.start', { id: once.id, ...choice })
  const second = await runWorkers(stage, once.id, 'done')
  const draw = drawFrom(seed + 1)
  const drawn = shop.people
    .filter(({ fate, isBanned }) => fate === 'added' && !isBanned)
    .map((person) => ({ person, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ person }) => person)
  const arriving = drawn.slice(0, samples)
  const members = drawn
    .slice(samples)
    .filter(({ expires, plan }) => plan !== null && typeof expires === 'number' && expires > now + 3_600)
  const linked = members.slice(0, Math.min(samples, Math.floor(members.length / 2)))
  await signIn(stage, arriving)
  await followLinks(stage, source, linked)
  await perform(stage, 'imports.undo', { id: once.id })
  await runWorkers(stage, once.id, 'undone')
  const left = await readStored(stage.owner)
  same(
    'people who stay',
    [...left.keys()].toSorted((a, b) => a - b),
    [...arriving, ...linked].map((person) => person.id).toSorted((a, b) => a - b),
  )
  return {
    'file, MB': (file.length / 1e6).toFixed(1),
    rows: shop.people.length + shop.orders.length,
    'read, s': (addMs / 1000).toFixed(1),
    'read, MB of memory': added.mb,
    'preview, s': (previewMs / 1000).toFixed(1),
    'import with two kills, min': minutes(first.ms),
    'import, min': minutes(second.ms),
    'worker, MB': Math.max(first.mb, second.mb),
    'three undos, min': minutes(undoMs),
    slow: second.ms > mostMs ? 'yes' : '',
  }
}

const report: Record<string, Record<string, string | number>> = {}
for (const source of sources) {
  const folder = await makeTemporaryFolder(`imports-${source}`)
  const stage = await openStage(folder)
  try {
    report[source] = await tryIn(stage, source)
    if (report[source].slow === 'yes') failures.push(`the import of ${source} took more than ten minutes`)
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
  console.table(report)
}
if (failures.length > 0) {
  console.error(`\n${failures.length} failures:\n${failures.slice(0, 60).join('\n')}`)
  process.exit(1)
}

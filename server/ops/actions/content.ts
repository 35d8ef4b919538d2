import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listVersions } from '#server/modules/content/content.queries.ts'
import { exportContent, planContent, publishContent, type ContentPlan } from '#server/workflows/site/publish-content.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'

const folderOption = { folder: { type: 'string' } } as const

export const contentExport: Action = {
  name: 'content export',
  role: 'viewer',
  summary: 'Writes what is public now (texts, clients, testimonials, measurements, affiliate terms) into a folder.',
  usage: '--folder FOLDER',
  options: folderOption,
  async run(context) {
    const folder = requireText(context, 'folder')
    const files = await exportContent(context.database)
    for (const file of files) {
      const place = path.join(folder, file.path)
      if (context.dryRun) continue
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, file.text)
    }
    context.print(`${context.dryRun ? 'Would write' : 'Wrote'} ${files.length} files into ${folder}.`)
  },
}

const isSample = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'demo' in value && value.demo === true

/** What a shop for real does not publish like this: samples, which are nobody's, and terms, which have a command of their own. */
function findSaleFaults({ changes, figures, settings, terms }: ContentPlan): string[] {
  const samples = Object.entries(figures).flatMap(([name, rows]) => {
    const count = rows?.filter(({ demo }) => demo).length ?? 0
    return count > 0
      ? [
          `${name}.json: ${count} ${count === 1 ? 'row is' : 'rows are'} marked as samples (demo); write your own, or leave the file out`,
        ]
      : []
  })
  const texts = changes
    .filter(({ action, text }) => action !== 'withdrawn' && text.demo)
    .map(({ text }) => `${text.language} ${text.kind}/${text.slug}: is marked as a sample (demo: yes)`)
  return [
    ...samples,
    ...texts,
    ...(isSample(settings.affiliateContact) ? ['settings.json: affiliateContact is marked as a sample (demo)'] : []),
    ...(terms ? ['affiliate-terms.json: other terms are published by "terms publish"'] : []),
  ]
}

/** Legal texts, settings and terms are for owners; what people download takes a code. */
async function requireFor(context: OpsContext, { changes, figures, settings, terms }: ContentPlan): Promise<void> {
  const isLegal = changes.some(({ text }) => text.kind === 'clause')
  if (isLegal || terms || Object.keys(settings).length > 0) await context.need({ role: 'owner', stepUp: 'money' })
  else if (figures.clients) await context.need({ role: 'support', stepUp: 'money' })
}

async function planOf(context: OpsContext): Promise<ContentPlan> {
  const folder = requireText(context, 'folder')
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new OpsError(`--folder: there is no folder ${folder}.`)
  const names = await Array.fromAsync(glob(['{en,zh-CN}/*/*.md', '*.json'], { cwd: folder }))
  if (names.length === 0)
    throw new OpsError(`${folder} holds no texts; "content export" writes a folder to begin with.`)
  const files = await Promise.all(
    names.map(async (name) => ({
      path: name.replaceAll('\\', '/'),
      text: await readFile(path.join(folder, name), 'utf8'),
    })),
  )
  const plan = await planContent(context.database, files, context.values.complete === true)
  const faults = [...plan.faults, ...(context.config.environment === 'PROD' ? findSaleFaults(plan) : [])]
  if (faults.length > 0) throw new OpsError(`This cannot be published:\n${faults.join('\n')}`)
  return plan
}

function show(context: OpsContext, { changes, figures, terms, settings, warnings }: ContentPlan): void {
  for (const { action, text } of changes)
    context.print(`${action.padEnd(9)} ${text.language.padEnd(5)} ${text.kind}/${text.slug} (version ${text.version})`)
  for (const [name, list] of Object.entries(figures)) if (list) context.print(`list      ${name}: ${list.length} rows`)
  for (const name of Object.keys(settings)) context.print(`setting   ${name}`)
  if (terms) context.print(`terms     affiliate terms version ${terms.version}`)
  if (changes.length === 0) context.print('No text changes.')
  for (const warning of warnings)
    context.print(`warning: ${warning}; a placeholder keeps it true when the rule changes.`)
}

const importOptions = { ...folderOption, complete: { type: 'boolean' } } as const
const importUsage = '--folder FOLDER [--complete]'

export const contentPreview: Action = {
  name: 'content preview',
  role: 'viewer',
  summary: 'Shows what importing a folder would change. --complete: texts that are not in it are withdrawn.',
  usage: importUsage,
  options: importOptions,
  run: async (context) => show(context, await planOf(context)),
}

export const contentImport: Action = {
  name: 'content import',
  role: 'support',
  summary: 'Publishes a folder: changed texts get a new version, lists are replaced.',
  usage: `${importUsage} [--dry-run]`,
  options: importOptions,
  async run(context) {
    const plan = await planOf(context)
    show(context, plan)
    if (context.dryRun) return
    await requireFor(context, plan)
    await context.database.transaction((tx) => publishContent(tx, plan, context.operator))
    context.print('Published. Running servers show it within seconds.')
  },
}

export const contentVersions: Action = {
  name: 'content versions',
  role: 'viewer',
  summary: 'Lists every version of a text, the newest first.',
  usage: '--text KIND/NAME (such as clause/terms-of-service)',
  options: { text: { type: 'string' } },
  async run(context) {
    const [kind = '', slug = ''] = requireText(context, 'text').split('/')
    const versions = await listVersions(context.database, kind, slug)
    if (versions.length === 0) throw new OpsError(`There is no text ${kind}/${slug}.`)
    context.table(
      versions.map(({ language, version, title, publishedOn, withdrawn, operator, createdAt }) => ({
        language,
        version: withdrawn ? `${version} (withdrawn)` : version,
        title,
        date: publishedOn,
        by: operator,
        written: formatDate(createdAt),
      })),
    )
  },
}

import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseFile } from '#server/modules/content/content-files.rules.ts'
import { planTexts, publishChanges, replaceFigures, type FigureFiles } from '#server/modules/content/content.service.ts'
import type { Database } from '#server/platform/database.ts'
import * as repo from './seed.repo.ts'

const folder = path.join(import.meta.dirname, '../../content')

export async function seedContent(database: Database): Promise<boolean> {
  if ((await repo.countTexts(database)) > 0) return false
  const names = (await Array.fromAsync(glob('{en,zh-CN}/*/*.md', { cwd: folder }))).toSorted()
  const texts = await Promise.all(
    names.map(async (name) =>
      parseFile({ path: name.replaceAll('\\', '/'), text: await readFile(path.join(folder, name), 'utf8') }),
    ),
  )
  const list = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as never
  const figures: FigureFiles = {
    clients: await list('clients.json'),
    testimonials: await list('testimonials.json'),
  }
  await database.transaction(async (tx) => {
    await publishChanges(tx, await planTexts(tx, texts.flat(), false), 'seed')
    await replaceFigures(tx, figures, 'demo')
  })
  return true
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { planTexts, publishChanges, replaceFigures, type FigureFiles } from '#server/modules/content/content.service.ts'
import { contentFolder, readShippedTexts } from '#server/modules/content/sample-texts.ts'
import type { Database } from '#server/platform/database.ts'
import * as repo from './seed.repo.ts'

export async function seedContent(database: Database): Promise<boolean> {
  if ((await repo.countTexts(database)) > 0) return false
  const texts = await readShippedTexts()
  const list = async (name: string) => JSON.parse(await readFile(path.join(contentFolder, name), 'utf8')) as never
  const figures: FigureFiles = {
    clients: await list('clients.json'),
    testimonials: await list('testimonials.json'),
  }
  await database.transaction(async (tx) => {
    await publishChanges(tx, await planTexts(tx, texts, false), 'seed')
    await replaceFigures(tx, figures, 'demo')
  })
  return true
}

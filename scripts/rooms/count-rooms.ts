import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const rooms: Record<string, string> = {
  'web/pages, web/render': 'web/{pages,render}/**/*',
  'web/islands, enhance': 'web/{islands,enhance}/**/*',
  'web/features': 'web/features/**/*',
  'web/client, forms, display, payment, share': 'web/{client,forms,display,payment,share}/**/*',
  'web/account': 'web/account/**/*',
  'web/text': 'web/text/**/*',
  console: 'console/**/*',
  ui: 'ui/**/*',
  shared: 'shared/**/*',
  'server/api, site, metrics, root': 'server/{api,site,metrics,*.ts}{/**/*,}',
  'server/workflows, deps': 'server/{workflows,deps}/**/*',
  'server/modules': 'server/modules/**/*',
  'server/platform, db': 'server/{platform,db}/**/*',
  'server/ops': 'server/ops/**/*',
  simulators: 'simulators/**/*',
  scripts: 'scripts/**/*',
  tests: 'tests/**/*',
}
export type Room = { readonly room: string; readonly files: number; readonly lines: number; readonly longest: string }

export async function countRooms(): Promise<Room[]> {
  const counted: Room[] = []
  const besides = await sizesOf('{web,console,ui,shared,server,simulators,scripts}/**/*.test.{ts,tsx}')
  for (const [room, pattern] of Object.entries(rooms)) {
    const isTests = room === 'tests'
    const own = await sizesOf(pattern)
    const sizes = isTests ? [...own, ...besides] : own.filter(([file]) => !/[.]test[.]tsx?$/.test(file))
    const [longest, most] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    const lines = sizes.reduce((sum, [, size]) => sum + size, 0)
    counted.push({ room, files: sizes.length, lines, longest: `${longest} ${most}` })
  }
  return counted
}

async function sizesOf(pattern: string): Promise<[file: string, lines: number][]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }))
  const sources = [...new Set(files)].filter((file) => /[.](ts|tsx|css|sql)$/.test(file))
  return Promise.all(
    sources.map(async (file): Promise<[string, number]> => [
      file,
      (await readFile(path.join(root, file), 'utf8')).split('\n').length - 1,
    ]),
  )
}

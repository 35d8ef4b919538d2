import path from 'node:path'
import { countArrows } from './count-arrows.ts'
import { countRooms } from './count-rooms.ts'
import { changesOf, createFollower } from './follow-calls.ts'
import { journeys } from './journeys.ts'
import { runPlainly } from './run-plainly.ts'

/** `npm run rooms`: files and lines per area, imports between workflows, length of three journeys; `-- --files` lists files. */
const rooms = await countRooms()
console.table(Object.fromEntries(rooms.map(({ room, files, lines, longest }) => [room, { files, lines, longest }])))
const total = (key: 'files' | 'lines') => rooms.reduce((sum, room) => sum + room[key], 0)
console.log(`${total('files')} files, ${total('lines')} lines`)

const arrows = await countArrows('server/workflows')
const short = (folder: string) => folder.replace('server/workflows/', '')
console.log(`\nserver/workflows: ${arrows.length} arrows between rooms`)
for (const { from, to, imports } of arrows) console.log(`  ${short(from)} → ${short(to)} (${imports})`)

const root = path.join(import.meta.dirname, '../..')
const follow = createFollower(root)
const counted: Record<string, Record<string, number>> = {}
const listed: string[] = []
for (const [name, { entries, test }] of Object.entries(journeys)) {
  const tree = follow(entries)
  const plain = follow(entries, await runPlainly(root, test))
  const withoutSql = plain.opened.filter((file) => !/[.](queries|repo)[.]ts$/.test(file))
  counted[name] = {
    'plain: files': plain.files,
    'changes of room': plain.changes,
    'without SQL: files': withoutSql.length,
    'changes of room ': changesOf(withoutSql),
    'every call: files': tree.files,
    'changes of room  ': tree.changes,
    'with each return': tree.changesWithReturns,
  }
  listed.push(`${name}: ${plain.opened.join(' ')}`)
}
console.log(`
Journeys: files that are opened when calls are followed, in the order of the text, each function once; shared/, server/platform,
texts and types do not count. "Plain" is what tests/integration/journeys ran of the server: branches that it did not take are left out.
"Every call" follows all branches, and the browser's part.`)
console.table(counted)
if (process.argv.includes('--files')) console.log(listed.join('\n'))

import path from 'node:path'
import { countArrows } from './count-arrows.ts'
import { countRooms } from './count-rooms.ts'
import { createFollower } from './follow-calls.ts'
import { journeys } from './journeys.ts'

/** `npm run rooms`: files and lines by room, arrows between the rooms of the workflows, and how far three journeys go. */
const rooms = await countRooms()
console.table(Object.fromEntries(rooms.map(({ room, files, lines, longest }) => [room, { files, lines, longest }])))
const total = (key: 'files' | 'lines') => rooms.reduce((sum, room) => sum + room[key], 0)
console.log(`${total('files')} files, ${total('lines')} lines`)

const arrows = await countArrows('server/workflows')
const short = (folder: string) => folder.replace('server/workflows/', '')
console.log(`\nserver/workflows: ${arrows.length} arrows between rooms`)
for (const { from, to, imports } of arrows) console.log(`  ${short(from)} → ${short(to)} (${imports})`)

const follow = createFollower(path.join(import.meta.dirname, '../..'))
console.log('\nJourneys: what is opened when every call is followed, in the order of the text, each function once')
console.table(
  Object.fromEntries(
    Object.entries(journeys).map(([name, entries]) => {
      const { files, changes, changesWithReturns } = follow(entries)
      return [name, { files, 'changes of room': changes, 'with each return': changesWithReturns }]
    }),
  ),
)

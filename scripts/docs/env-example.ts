import type { TSchema } from 'typebox'
import type { Notes } from '#server/platform/describe-setting.ts'
import { describeEnvironment } from '#server/platform/environment.ts'
import { allowedBy } from '#server/platform/schema-faults.ts'

const head = `# Every setting, with its default. Read once at start; what is wrong stops the start with a sentence for each fault.
# \`npm start\` needs none of them. This file is not loaded by itself: \`set -a && . ./.env && set +a && npm run serve\`, or your service manager's way.
# Written by \`npm run docs -- env-example --out .env.example\` from server/platform/environment.ts: change it there.
`
const width = 150

export function writeEnvExample(schema: Readonly<Record<string, TSchema>> = describeEnvironment(false)): string {
  return Object.entries(schema).reduce((text, [name, setting]) => text + entry(name, setting), head)
}

function entry(name: string, setting: TSchema): string {
  const notes = setting as TSchema & Notes
  const isText = allowedBy(setting) === 'a text' || notes.allowed?.startsWith('a URL') === true
  const shape = isText ? '' : `${allowedBy(setting).replace(/^./, (first) => first.toUpperCase())}.`
  const about = [notes.description, shape, notes.unit && `Unit: ${notes.unit}.`].filter(Boolean).join(' ')
  const line =
    notes.example === undefined && notes.default !== undefined
      ? `${name}=${notes.default}`
      : `#${name}=${notes.example ?? ''}`
  return `${notes.title ? `\n# ── ${notes.title} ──\n` : ''}${wrap(about)}${line}\n`
}

function wrap(text: string): string {
  const lines = ['#']
  for (const word of text.split(' '))
    if (`${lines.at(-1)} ${word}`.length <= width) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`# ${word}`)
  return lines.map((line) => `${line}\n`).join('')
}

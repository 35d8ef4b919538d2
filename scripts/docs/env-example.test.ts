import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { platforms } from '#shared/api-values.ts'
import { epayGateways } from '#shared/providers.ts'
import type { Notes } from '#server/platform/describe-setting.ts'
import { describeEnvironment } from '#server/platform/environment.ts'
import { writeEnvExample } from './env-example.ts'

const root = path.join(import.meta.dirname, '../..')
const names = Object.keys(describeEnvironment(true))

it('.env.example lists every documented setting with its purpose', async () => {
  const example = await readFile(path.join(root, '.env.example'), 'utf8')
  expect(example).toBe(writeEnvExample())
  expect([...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)).toEqual(names)
  for (const [name, notes] of Object.entries(describeEnvironment(false) as Record<string, Notes>))
    expect(notes.description, name).toBeTruthy()
})

it('every documented setting is read', async () => {
  const files = await Array.fromAsync(glob('server/platform/{*config,read-setting}.ts', { cwd: root }))
  const source = (await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))).join('\n')
  const ofPlatforms = new RegExp(`SIGNING_KEY_(${platforms.join('|').toUpperCase()})_`)
  const ofGateways = new RegExp(`^(${epayGateways.join('|').toUpperCase()})_`)
  const written = (name: string) =>
    name.replace(ofPlatforms, 'SIGNING_KEY_[$]{upper[(]platform[)]}_').replace(ofGateways, '[$]{prefix}_')
  const unread = names.filter((name) => !new RegExp(`(?:\\b|(?=[$]))${written(name)}\\b`).test(source))
  expect(unread).toEqual([])
})

it('each entry of .env.example has purpose, allowed values, unit, and default or example', () => {
  const text = writeEnvExample({
    ROOM: Type.Integer({ title: 'Rooms', description: 'How many.', unit: 'rooms', minimum: 1, maximum: 9, default: 3 }),
    COLOUR: Type.Optional(Type.Enum(['red', 'blue'], { description: 'Of the walls.' })),
    PLACE: Type.Optional(Type.String({ description: 'word '.repeat(40).trim(), example: './here', default: './x' })),
  })
  expect(text.split('\n').slice(3)).toEqual([
    '',
    '# ── Rooms ──',
    '# How many. A whole number from 1 to 9. Unit: rooms.',
    'ROOM=3',
    '# Of the walls. One of red, blue.',
    '#COLOUR=',
    `# ${'word '.repeat(29).trim()}`,
    `# ${'word '.repeat(11).trim()}`,
    '#PLACE=./here',
    '',
  ])
})

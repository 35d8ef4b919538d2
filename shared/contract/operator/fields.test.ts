import { describe, expect, it } from 'vitest'
import { operatorActions } from '../operator.ts'
import type { OperatorAction } from './action.ts'
import type { FieldNotes } from './fields.ts'

type Field = FieldNotes & { readonly type?: string; readonly items?: { readonly enum?: unknown } }
const fields = Object.entries(operatorActions as Readonly<Record<string, OperatorAction>>).flatMap(([name, action]) =>
  Object.entries(action.input.properties as Readonly<Record<string, Field>>).map(([field, shape]) => ({
    action: name,
    field,
    shape,
  })),
)

describe('fields of operator actions', () => {
  it('no list, except the two of notification kinds, is typed with commas: its values are chosen or stand in rows', () => {
    const free = fields
      .filter(({ shape }) => shape.type === 'array' && !shape.picks && !shape.rows && !shape.folder)
      .map(({ action, field }) => `${action} ${field}`)
    // System › Notifications has a table of checkboxes for them, and the page of the action leads there.
    expect(free).toEqual(['notifications.set mail', 'notifications.set webhook'])
  })

  it('every key of the shop is a file on the command line and marked as secret', () => {
    const secret = fields.filter(({ shape }) => shape.secret).map(({ action, field }) => `${action} ${field}`)
    expect(secret).toEqual(
      expect.arrayContaining([
        'connections.set values',
        'nodes.add file',
        'nodes.edit file',
        'tunnels.set-provider file',
        ...['set-provider', 'test-settings'].flatMap((name) =>
          ['apiToken', 'password', 'signingSecret', 'webhookSecret'].map((field) => `tunnels.${name} ${field}`),
        ),
      ]),
    )
    const typed = fields.filter(({ shape }) => shape.secret && shape.file !== 'text')
    expect(typed).toEqual([])
  })
})

import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, BytesFile, Flag, Folder, Input, Moment, NamedFile, Rows, Said, Text, TextFile } from './fields.ts'

const folder = Folder(['{en,zh-CN}/*/*.md', '*.json'])
const complete = Type.Optional(Flag)
const Plan = Type.Object({
  texts: Rows(
    Type.Object({
      action: Type.String(),
      language: Type.String(),
      text: Type.String(),
      version: Type.Integer(),
    }),
  ),
  lists: Rows(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  settings: Type.Array(Type.String()),
  terms: Type.Union([Type.Integer(), Type.Null()]),
  warnings: Type.Array(Said()),
})

export const contentActions = {
  'content.export': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({ files: Type.Array(NamedFile) }),
    saves: { folder: 'files' },
  }),
  'content.preview': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ folder, complete }),
    output: Plan,
  }),
  'content.publish': act({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'links',
      varies: true,
    },
    undo: { none: 'restoreEach' },
    role: 'support',
    input: Input({ folder, complete }),
    output: Plan,
  }),
  'content.versions': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ text: Text({ hint: 'KIND/NAME' }) }),
    output: Type.Object({
      versions: Rows(
        Type.Object({
          language: Type.String(),
          version: Type.String(),
          title: Type.String(),
          changed: Type.String(),
          date: Type.String(),
          by: Type.String(),
          written: Moment(),
        }),
      ),
    }),
  }),
}

const Statement = TextFile()

export const canaryActions = {
  'canary.draft': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Input({ news: Text() }),
    output: Type.Object({ text: Type.String() }),
  }),
  'canary.sign': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    onlyByCommand: true,
    input: Input({ file: Statement, key: TextFile({ hint: 'KEY.pem' }) }),
    output: Type.Object({ signature: Type.String() }),
  }),
  'canary.key': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { itself: true, stays: 'firstKey' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ file: TextFile({ hint: 'PUBLIC.pem' }) }),
    output: Type.Object({ fingerprint: Type.String() }),
  }),
  'canary.publish': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { none: 'statement' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      file: Statement,
      signature: BytesFile({ hint: 'FILE.sig', beside: ['file', '.sig'] }),
    }),
    output: Type.Object({ date: Type.String() }),
  }),
  'canary.status': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: AfterId }),
    output: Type.Object({
      newest: Type.Union([
        Type.Object({
          state: Type.String(),
          lastGoodDay: Type.String(),
          fingerprint: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ]),
      statements: Rows(Type.Object({ date: Type.String(), by: Type.String(), published: Moment() })),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
}

import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, BytesFile, Flag, Folder, Input, Moment, NamedFile, Rows, Text, TextFile } from './fields.ts'

const folder = Folder(['{en,zh-CN}/*/*.md', '*.json'], 'Texts in {en,zh-CN}/*/*.md, lists and settings in *.json')
const complete = Type.Optional(Flag('Texts that are not in the folder are withdrawn'))
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
  warnings: Type.Array(Type.String()),
})

export const contentActions = {
  'content.export': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Writes what is public now (texts, clients, testimonials, measurements, affiliate terms) into a folder: up to 2,000 texts and 20 million signs.',
    input: Input({}),
    output: Type.Object({ files: Type.Array(NamedFile) }),
    saves: { folder: 'files' },
  }),
  'content.preview': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows what importing a folder would change.',
    input: Input({ folder, complete }),
    output: Plan,
  }),
  'content.publish': act({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'links',
      when: 'it changes apps, mirrors or the chat, or links to a host that no public text or setting leads to',
    },
    undo: { none: 'restoreEach' },
    role: 'support',
    summary:
      'Publishes a folder: changed texts get a new version, lists are replaced. Legal texts, settings and terms take an owner and a code, clients a code.',
    input: Input({ folder, complete }),
    output: Plan,
  }),
  'content.versions': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists every version of a text, the newest first.',
    input: Input({ text: Text('Such as clause/terms-of-service', { hint: 'KIND/NAME' }) }),
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

const Statement = TextFile('The statement')

export const canaryActions = {
  'canary.draft': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    summary:
      'Prints a statement in both languages to begin with. Read it before you sign it: every sentence must be true.',
    input: Input({ news: Text('What shows that it was not written in advance') }),
    output: Type.Object({ text: Type.String() }),
  }),
  'canary.sign': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    onlyByCommand: true,
    summary:
      'Signs a statement with your Ed25519 key and writes FILE.sig. The key need not be on a server: openssl pkeyutl -sign -rawin -inkey KEY.pem -in FILE -out FILE.sig does the same.',
    input: Input({ file: Statement, key: TextFile('Your private key', { hint: 'KEY.pem' }) }),
    output: Type.Object({ signature: Type.String() }),
  }),
  'canary.key': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary:
      'Publishes the public key with which statements are checked. Tell people its fingerprint somewhere else, too.',
    second: 'Always.',
    input: Input({ file: TextFile('The public key', { hint: 'PUBLIC.pem' }) }),
    output: Type.Object({ fingerprint: Type.String() }),
    says: ['Would publish the key {fingerprint}.', 'Published the key {fingerprint}.'],
  }),
  'canary.publish': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { none: 'statement' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Publishes a signed statement, after its signature and its date were checked.',
    input: Input({
      file: Statement,
      signature: BytesFile('Its signature; FILE.sig by default', { hint: 'FILE.sig', beside: ['file', '.sig'] }),
    }),
    output: Type.Object({ date: Type.String() }),
    says: ['The signature and the date are right.', 'Published. It shows within seconds.'],
  }),
  'canary.status': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Says how the newest statement stands, until when it counts, and lists those before it.',
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

import Type from 'typebox'
import { act, read } from './action.ts'
import { Input, Live, Maybe, Moment, Nothing, Progress, Reason, Rows, Text, Said } from './fields.ts'
import { must } from './must.ts'

/** Keys in the file named by SECRET_KEY_FILE. Command line only, because changing that file needs access to the machine. */
export const keyActions = {
  'keys.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    onlyByCommand: true,
    summary:
      'Lists the keys of SECRET_KEY_FILE that this database has been used with: which seals, which open, and which is retired. How many rows need each: "keys reseal --preview".',
    input: Nothing,
    output: Type.Object({
      keys: Rows(
        Type.Object({ id: Type.String(), use: Said(), since: Moment(), retired: Maybe(Moment()) }),
        'No key is known.',
      ),
    }),
  }),
  'keys.reseal': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'owner',
    stepUp: 'money',
    onlyByCommand: true,
    summary:
      'Seals anew, in steps, what is sealed under another key than the first of SECRET_KEY_FILE. Can be stopped and run again; says how many rows are left under each key.',
    input: Input({}),
    stream: Progress,
    output: Type.Object({
      key: Type.String(),
      resealed: Live(Type.Integer()),
      unreadable: Live(Type.Integer()),
      left: Live(
        Rows(
          Type.Object({ key: Type.String(), column: Type.String(), rows: Type.Integer() }),
          'Nothing is left under another key.',
        ),
      ),
    }),
  }),
  'keys.retire': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    onlyByCommand: true,
    summary:
      'States that an old key is needed no more, so that its line may be taken out of SECRET_KEY_FILE. Refused while a row is sealed under it. Links in mails from before it was replaced then lead nowhere.',
    input: Input({
      key: Text('As "keys list" names it', { hint: 'KEY', must: must('must.keyId'), pattern: '^[0-9a-f]{8}$' }),
      reason: Reason(),
    }),
    output: Type.Object({ key: Type.String() }),
    says: ['Would retire the key {key}.', 'Retired the key {key}: take its line out, and restart everything.'],
  }),
}

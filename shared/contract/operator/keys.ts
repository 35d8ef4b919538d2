import Type from 'typebox'
import { act, read } from './action.ts'
import { Input, Live, Maybe, Moment, Nothing, Progress, Reason, Rows, Text, Said } from './fields.ts'
import { must } from './must.ts'

/**
 * Actions on the encryption keys in the file named by SECRET_KEY_FILE. Command line only, because changing that file
 * needs access to the machine.
 */
export const keyActions = {
  'keys.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    onlyByCommand: true,
    input: Nothing,
    output: Type.Object({
      keys: Rows(Type.Object({ id: Type.String(), use: Said(), since: Moment(), retired: Maybe(Moment()) })),
    }),
  }),
  'keys.reseal': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'owner',
    stepUp: 'money',
    onlyByCommand: true,
    input: Input({}),
    stream: Progress,
    output: Type.Object({
      key: Type.String(),
      resealed: Live(Type.Integer()),
      unreadable: Live(Type.Integer()),
      left: Live(Rows(Type.Object({ key: Type.String(), column: Type.String(), rows: Type.Integer() }))),
    }),
  }),
  'keys.retire': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    onlyByCommand: true,
    input: Input({
      key: Text({ hint: 'KEY', must: must('must.keyId'), pattern: '^[0-9a-f]{8}$' }),
      reason: Reason,
    }),
    output: Type.Object({ key: Type.String() }),
  }),
}

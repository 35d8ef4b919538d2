import type { ActionTexts } from '#text/action-text.ts'

export const keys = {
  'keys.list': {
    label: 'Secret keys',
    about:
      'Lists the secret keys that this database has used: which one encrypts, which ones can decrypt, and which are retired.',
    empty: { keys: 'No keys are known.' },
  },
  'keys.reseal': {
    label: 'Re-encrypt',
    about:
      'Re-encrypts data under the first key of SECRET_KEY_FILE, step by step. Can be stopped and run again; shows how many rows are left under each key.',
    empty: { left: 'Nothing is left under another key.' },
  },
  'keys.retire': {
    label: 'Retire a key',
    about:
      'Marks an old key as no longer needed, so that you can remove its line from SECRET_KEY_FILE. Refused while data is encrypted under it. Links in emails sent before the key was replaced stop working.',
    says: ['Would retire key {key}.', 'Retired key {key}. Remove its line from the file and restart all processes.'],
    hints: { key: 'Id of the key, as shown in the list of secret keys' },
  },
} as const satisfies Partial<ActionTexts>

/** Why no other action undoes an act. The sentences are in `text/en/undo.ts`. */
export const noUndo = [
  'money',
  'decision',
  'sent',
  'signIns',
  'tellAgain',
  'handedOut',
  'ownerKeeps',
  'note',
  'lapses',
  'saveAgain',
  'newMailing',
  'sameContent',
  'oldLinks',
  'seat',
  'newCode',
  'application',
  'affiliateName',
  'commission',
  'released',
  'payoutEach',
  'payoutFile',
  'onChain',
  'nextPayout',
  'accounts',
  'addresses',
  'draft',
  'restoreEach',
  'statement',
  'job',
  'operator',
  'provider',
  'tunnels',
  'reminder',
  'expires',
  'asGranted',
  'proposeAgain',
] as const
export type NoUndo = (typeof noUndo)[number]

/**
 * Way to undo an act. `itself`: with the same action and the earlier values. `by`: with another action, whose fields
 * come from the input or output of this one: under the same name, as `given` says, or from what the operator looks up
 * (`chosen`). `none`: by no action, for a reason that the preview states.
 */
export type Undo =
  | 'itself'
  | {
      readonly by: string
      readonly given?: Readonly<Record<string, string>>
      readonly chosen?: readonly string[]
    }
  | { readonly none: NoUndo }

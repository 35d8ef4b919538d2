/** Reasons why no other action undoes an action. The sentences are in `text/en/undo.ts`. */
export const noUndo = [
  'money',
  'decision',
  'sent',
  'signIns',
  'tellAgain',
  'handedOut',
  'ownerKeeps',
  'note',
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
  'accountStays',
  'addresses',
  'draft',
  'restoreEach',
  'statement',
  'job',
  'operator',
  'provider',
  'node',
  'lineExpires',
  'tunnels',
  'reminder',
  'expires',
  'asGranted',
  'proposeAgain',
  'addAgain',
  'addressAgain',
  'oldSecret',
  'apiKey',
  'endpoint',
] as const
export type NoUndo = (typeof noUndo)[number]

/** Effects that an undo does not reverse. Their names are in `text/en/undo.ts`. */
export const staying = [
  'told',
  'signInsAndTold',
  'signIns',
  'untilDue',
  'benefits',
  'entries',
  'struck',
  'mailsLeft',
  'mailing',
  'countedMoney',
  'plan',
  'code',
  'affiliate',
  'suspension',
  'resumed',
  'held',
  'holdReason',
  'referral',
  'cancelledPayout',
  'terms',
  'withdrawnText',
  'versions',
  'publishedText',
  'draftWords',
  'releases',
  'firstKey',
  'operatorName',
  'secrets',
  'node',
  'nodeReports',
  'importedJoined',
  'eventsMeanwhile',
  'endedKey',
] as const
export type Staying = (typeof staying)[number]

/**
 * Another action that undoes this one. Its fields come from the input or output of this action: under the same name, or
 * renamed as in `given`; the operator looks up the fields in `chosen`.
 */
export type UndoBy = {
  readonly by: string
  readonly given?: Readonly<Record<string, string>>
  readonly chosen?: readonly string[]
}
export type UndoLimits = {
  readonly ifNew?: UndoBy
  readonly stays?: Staying
}

/**
 * Way to undo an action. `itself`: with the same action and the earlier values. `by`: with another action. `none`:
 * impossible, for a reason that the preview states.
 */
export type Undo = ({ readonly itself: true } & UndoLimits) | (UndoBy & UndoLimits) | { readonly none: NoUndo }

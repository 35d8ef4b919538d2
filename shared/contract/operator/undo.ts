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
  'addAgain',
] as const
export type NoUndo = (typeof noUndo)[number]

/** Things that an undo does not bring back. Their names are in `text/en/undo.ts`. */
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
] as const
export type Staying = (typeof staying)[number]

/**
 * Another action as an undo. Its fields come from the input or output of the act: under the same name, as `given` says,
 * or from what the operator looks up (`chosen`).
 */
export type UndoBy = {
  readonly by: string
  readonly given?: Readonly<Record<string, string>>
  readonly chosen?: readonly string[]
}
export type UndoLimits = {
  /** Undo for a run that replaced nothing, because there was nothing before. */
  readonly ifNew?: UndoBy
  /** Things that the undo does not bring back; previews name them before the act. */
  readonly stays?: Staying
}

/**
 * Way to undo an act. `itself`: with the same action and the earlier values. `by`: with another action. `none`: by no
 * action, for a reason that the preview states.
 */
export type Undo = ({ readonly itself: true } & UndoLimits) | (UndoBy & UndoLimits) | { readonly none: NoUndo }

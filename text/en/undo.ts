import type { NoUndo } from '#shared/contract/operator/undo.ts'

/** Sentences of previews about undoing an act. */
export const undo = {
  itself: 'To undo it, run the same action again with the earlier values.',
  by: 'To undo it, use “{action}”.',
  /** For acts that no other action undoes. All begin with the same words, so that operators recognise them. */
  none: {
    money:
      'This cannot be undone: the money goes back to the payer. The customer can buy again, or you give them time.',
    decision: 'This cannot be undone: a decided case stays decided. Only a later message of the provider changes it.',
    sent: 'This cannot be undone: a sent message stays sent. Send a correction instead.',
    signIns: 'This cannot be undone: ended sign-ins stay ended. The customer signs in again.',
    tellAgain: 'This cannot be undone: a stopped change does not go on. Start it again instead.',
    handedOut: 'This cannot be undone: a file that was handed out cannot be called back.',
    ownerKeeps: 'This cannot be undone by operators: only the owner keeps the account, by signing in within 7 days.',
    note: 'This cannot be undone: a struck note stays struck. Write a new one instead.',
    lapses: 'This cannot be undone: it ends by itself after 30 minutes.',
    saveAgain: 'This cannot be undone: save it again under the same name instead.',
    newMailing: 'This cannot be undone: a stopped mailing does not go on. Send a new one instead.',
    sameContent: 'This cannot be undone, and nothing has to be: it repeats or records what is already so.',
    oldLinks: 'This cannot be undone: links and tokens that stop working stay dead. Hand out new ones.',
    seat: 'This cannot be undone: the money and the time of the seats go back. The people can buy again, or you give them time.',
    newCode: 'This cannot be undone: a disabled code stays disabled. Make a new one instead.',
    application: 'This cannot be undone: a declined application stays declined. The applicant may send a new one.',
    affiliateName: 'This cannot be undone by operators: the affiliate may choose a name again.',
    commission: 'This cannot be undone: a commission that was taken back stays so. Check the people and the sum first.',
    released: 'This cannot be undone as a whole: hold single commissions afterwards, or refuse single referrals.',
    payoutEach: 'This cannot be undone as a whole: cancel single payouts while they are not paid.',
    payoutFile:
      'This cannot be undone: a file may already have been sent. Make a new file for what is certainly unpaid.',
    onChain: 'This cannot be undone: a transfer on a chain is final. Check the hash first.',
    nextPayout: 'This cannot be undone: the commissions wait for the next settlement.',
    accounts: 'This cannot be undone as a whole: withdraw or import single accounts instead.',
    addresses: 'This cannot be undone: imported addresses stay in the pool. Check the file first.',
    draft: 'This cannot be undone: the words of the draft are lost. Copy them first if they are needed.',
    restoreEach: 'This cannot be undone as a whole: restore the earlier version of single texts instead.',
    statement: 'This cannot be undone: a signed statement stays public. Publish a newer one instead.',
    job: 'This cannot be undone: a job that ran or was given up does not come back.',
    operator: 'This cannot be undone: the account is gone for good. Invite the operator under another name.',
    provider: 'This cannot be undone: the settings are forgotten. Set the provider up again instead.',
    tunnels: 'This cannot be undone: closed connections stay closed. People with time left connect again.',
    reminder: 'This cannot be undone: you are reminded again only if it becomes worse.',
    expires: 'This cannot be undone: the file is deleted by itself after 24 hours.',
    asGranted: 'This cannot be undone by itself: the approved act says how it is undone.',
    proposeAgain: 'This cannot be undone: an ended proposal stays ended. Prepare the act again instead.',
  } satisfies Readonly<Record<NoUndo, string>>,
} as const

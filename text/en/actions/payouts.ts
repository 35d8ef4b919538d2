import type { ActionTexts } from '#text/action-text.ts'

export const payouts = {
  'payouts.list': {
    label: 'Payouts',
    about:
      'Lists settlements that are unpaid or whose transaction the chain does not confirm, oldest first. Net: amount due after later refunds. To reserve: part of its commissions that is kept back. From reserve: earlier reserves that it pays.',
    hints: { stage: 'Only settlements at this stage; paid and proven ones newest first' },
    empty: { items: 'No settlements found.' },
  },
  'payouts.stages': {
    label: 'Payouts by stage',
    about:
      'Counts the settlements at each stage with their total, as the list shows them. Counts up to 1,000 and says if there are more.',
  },
  'payouts.prepare': {
    label: 'Prepare settlements',
    about:
      'Closes a month: prepares a settlement for every affiliate who has reached the minimum payout. Running it again adds nothing.',
    hints: { period: 'The month' },
  },
  'payouts.set-zone': {
    label: 'Set the time zone of the shop',
    about:
      'Sets the time zone for days and months of figures, exports, settlements and statements, starting next month. The current month ends as planned. In a shop without any figures it applies at once. Without it, UTC applies.',
    second: 'Always.',
    says: [
      'Starting {month}, months would end by the clock of {zone} instead of {before}: that month runs from {begins} to {ends}.',
      'Starting {month}, months end by the clock of {zone} instead of {before}: that month runs from {begins} to {ends}.',
    ],
    hints: { zone: 'IANA name of the time zone, such as Asia/Shanghai' },
  },
  'payouts.approve': {
    label: 'Approve a payout',
    about:
      'Approves a settlement that another operator prepared, for the address you enter. The address cannot change afterwards.',
    says: [
      'Would approve {amount} in USDT to {address} on {chain}.',
      'Approved {amount} in USDT to {address} on {chain}.',
    ],
    hints: { id: 'The settlement', address: 'Payout address, as shown in the list of payouts' },
  },
  'payouts.approve-batch': {
    label: 'Approve together',
    about:
      'Approves several settlements that another operator prepared, each with its address, as one list that is paid with one file. Settlements that cannot be approved are listed with the reason and keep waiting.',
    hints: { payouts: 'Settlements, each with its address' },
  },
  'payouts.batches': {
    label: 'Payout lists',
    about: 'Lists settlements approved together, newest first, and how many still have no transaction.',
    empty: { items: 'No payout lists yet.' },
  },
  'payouts.file': {
    label: 'Create the payout file',
    about:
      'Creates the file (CSV) with which tools pay a list in one transaction, and its SHA-256. It contains only payouts that are payable now and in no other file.',
    hints: {
      batch: 'The payout list',
      chain: 'Network; one transaction pays on one network',
      again: 'Why payouts that are already in another file are included again. The other file must not be sent.',
      unsent: 'Name of a file that was never sent. Only payouts whose latest file it is are included again.',
    },
    empty: { again: 'None of them is in another file.' },
  },
  'payouts.check-file': {
    label: 'Check a payout file',
    about:
      'Compares a payout file line by line with what is payable now, and its SHA-256 with the file that was created.',
    hints: {
      batch: 'The payout list',
      chain: 'Network; one transaction pays on one network',
      file: 'The file that you are about to send',
    },
    empty: { wrong: 'Every line is correct.' },
  },
  'payouts.paid-batch': {
    label: 'Record transactions',
    about:
      'Records the transactions that paid a list. One transaction can pay many settlements; each is checked on its chain. Settlements without a transaction are listed and stay open. If interrupted, run it again with the same file.',
    hints: { batch: 'The payout list', file: 'One transaction hash per line, alone or with the id of a settlement' },
  },
  'payouts.paid': {
    label: 'Record a payout as paid',
    about: 'Records the transaction that paid a settlement. It is checked on its chain if a node is configured.',
    says: ['Would record {amount} as paid by {hash} ({seen}).', 'Recorded {amount} as paid by {hash} ({seen}).'],
    hints: {
      id: 'The settlement',
      hash: 'Hash of the transaction',
      sentBefore: 'If less is due now: why the payment is recorded although the money has already left',
    },
  },
  'payouts.allow-address': {
    label: 'Allow a shared address',
    about:
      'Allows affiliates who share one payout address to be paid to it. If another affiliate uses the address later, only that one is put on hold.',
    says: [
      'Would allow these affiliates to share {address}: {affiliates}.',
      'These affiliates may share {address}: {affiliates}.',
    ],
    hints: { address: 'Payout address, as shown in the list of payouts' },
  },
  'payouts.hold-address': {
    label: 'Hold a shared address',
    about:
      'Withdraws the permission to share a payout address. The affiliate who used the address first is still paid; payouts to all others are neither approved nor paid. To stop the first affiliate’s payouts too, suspend the affiliate.',
    says: [
      'Would hold payouts to {address} for: {affiliates}. Affiliates not listed used the address first and are still paid.',
      'Payouts to {address} are on hold for: {affiliates}. Affiliates not listed used the address first and are still paid.',
    ],
    hints: { address: 'Payout address, as shown in the list of payouts' },
  },
  'payouts.cancel': {
    label: 'Cancel a payout',
    about:
      'Cancels an unpaid settlement; its commissions wait for the next one. For an approved settlement, confirm that nothing was sent; its chain is checked if a node is configured. If it is in payout files, name all of them.',
    hints: {
      id: 'The settlement',
      notSent: 'Confirms that nothing was sent',
      files: 'Names of all files that contain it. None of them may be sent any more.',
    },
  },
  'terms.list': {
    label: 'Affiliate terms',
    about: 'Lists the published versions of the affiliate terms and shows the terms that apply today.',
    empty: { versions: 'None published yet: the standard terms apply.' },
  },
  'terms.publish': {
    label: 'Publish affiliate terms',
    about:
      'Publishes a version of the affiliate terms from a file (JSON). It applies to orders from its start date on.',
    second: 'If the terms exceed a bound for rates, hold or minimum payout.',
    hints: { file: 'Terms in JSON format' },
  },
} as const satisfies Partial<ActionTexts>

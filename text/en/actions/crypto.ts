import type { ActionTexts } from '#text/action-text.ts'

export const crypto = {
  'crypto.import-addresses': {
    label: 'Add addresses',
    about: 'Adds addresses to the pool of a network, one per line, each with a note on how to find its private key.',
    says: [
      'Would add {added} addresses to the pool of {name}.',
      'Added {added} addresses. The pool of {name} has {total}, of which {free} are free.',
    ],
    hints: { network: 'The network', file: 'One address per line, then a space and how to find its private key' },
  },
  'crypto.refund-sent': {
    label: 'Record a sent refund',
    about:
      'Records the transaction of a refund that was sent by hand, and checks on the chain that it paid this address.',
    says: ['Would record refund {refund} as sent ({seen}).', 'Recorded refund {refund} as sent ({seen}).'],
    hints: {
      refund: 'Id of the refund',
      tx: 'Hash of the transaction',
      to: 'Address to which the buyer asked to be paid',
    },
  },
  'crypto.rescan': {
    label: 'Rescan blocks',
    about: 'Reads blocks of a network again to find missed payments. Known payments are not counted twice.',
    hints: { chain: 'The network', fromBlock: 'First block', toBlock: 'Last block; empty: up to the last block read' },
  },
  'crypto.status': {
    label: 'Networks',
    about:
      'Shows for each network how many seconds ago its blocks were last read and its payments settled, and how many payments are due or failing.',
    empty: { networks: 'No networks are configured.' },
  },
  'crypto.strays': {
    label: 'Stray transfers',
    about:
      'Lists transfers that match no quote, newest first: money that arrived at one of our addresses without an order, or not as requested.',
    empty: { items: 'No stray transfers.' },
  },
  'crypto.waiting': {
    label: 'Waiting for confirmations',
    about:
      'Lists payments seen on a chain that wait for confirmations, oldest first. A payment with enough confirmations that is still listed could not be recorded and is retried.',
    empty: { items: 'No payments are waiting for confirmations.' },
  },
  'crypto.sweep-list': {
    label: 'Balances by address',
    about: 'Asks the nodes where money is: address, location of its private key, token, balance, order.',
  },
} as const satisfies Partial<ActionTexts>

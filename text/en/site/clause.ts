const clause = {
  contents: 'Contents',
  since: (date: string) => `In force since ${date}`,
  version: (version: number) => `Version ${version}`,
  sample: 'Sample text. The operator replaces it before the first customer.',
  seller: 'Seller:',
  sampleSeller: 'Sample',
  taxNumber: (number: string) => `Company or tax no. ${number}`,
  others: 'More legal texts',
  canary: {
    states: {
      none: 'No statement is published yet',
      current: 'The signature is right, and the statement is current',
      stale: 'This statement is stale',
      unverified: 'The signature cannot be confirmed',
    },
    meanings: {
      none: 'Until there is one, draw no conclusion from its absence.',
      current:
        'Our server checked the signature over this statement with the key below. You can repeat the check yourself.',
      stale:
        'The signature is right, but the statement is too old to be valid. Either we forgot, or we can no longer make it.',
      unverified:
        'The signature does not fit this statement and the published key. Treat it as if there were no statement.',
    },
    date: 'Date of the statement',
    until: 'Valid until',
    fingerprint: 'Fingerprint of the key (SHA-256)',
    noKey: 'No key is published',
    read: 'Read the statement',
    check: 'Check it yourself',
    checkText:
      'Download the three files and compare the fingerprint with one that you got from somewhere else than this page. After the last day named above the statement no longer counts, whatever this page says.',
  },
}
export default clause
export type ClauseText = typeof clause

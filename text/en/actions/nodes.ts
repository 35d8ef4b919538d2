import type { ActionTexts } from '#text/action-text.ts'

export const nodes = {
  'nodes.list': {
    label: 'Nodes',
    about:
      'Lists nodes with their addresses, whom they serve, where they stand, when they last reported, and their load.',
    empty: { nodes: 'No nodes yet.', called: 'never' },
  },
  'nodes.add': {
    label: 'Add a node',
    about: 'Adds a node and shows its number and token once. Nobody can read the token again.',
    second: 'If someone has a running membership.',
    hints: {
      name: 'Name, as shown in apps',
      group: 'Nodes of one group share credentials. A stolen node reveals only those of its group.',
      protocol: 'Protocol',
      host: 'Host that apps connect to',
      port: 'Port',
      serves: 'Whom it serves',
      networks: 'Networks from which the node calls; empty: any',
      country: 'Country, two letters such as JP. With it the site lists the place and shows its load.',
      cityEn: 'City in English; empty: only the country is shown',
      cityZh: 'City in Chinese; both or none',
      file: 'Settings file (JSON). For vless: security (reality with serverName, shortId, privateKey and publicKey, or tls with serverName); for trojan: serverName; for shadowsocks: serverKey',
    },
  },
  'nodes.edit': {
    label: 'Change a node',
    about: 'Changes a node. Empty fields stay unchanged. A node that was switched off can be switched on again here.',
    second: 'If the address that apps connect to changes and someone has a running membership.',
    says: ['Would change of {name}: {changed}.', 'Changed of {name}: {changed}.'],
    hints: {
      node: 'Name, as shown in apps',
      group: 'Moves the node to another group. Apps get new credentials at their next update.',
      host: 'Host that apps connect to',
      port: 'Port',
      serves: 'Whom it serves',
      networks: 'Networks from which the node calls; empty: any',
      country: 'Country, two letters such as JP. With it the site lists the place and shows its load.',
      cityEn: 'City in English; empty: only the country is shown',
      cityZh: 'City in Chinese; both or none',
      noPlace: 'Takes the place off the site',
      file: 'Settings file (JSON). For vless: security (reality with serverName, shortId, privateKey and publicKey, or tls with serverName); for trojan: serverName; for shadowsocks: serverKey',
      on: 'Switches the node on',
    },
  },
  'nodes.disable': {
    label: 'Switch a node off',
    about:
      'Switches a node off: its token is refused, apps are no longer sent there, and its online records are deleted. The node’s own software keeps its last user list, so stop it on its machine, too.',
    says: [
      'Would switch {name} off. Its own software keeps the last user list: stop it on its machine, too.',
      '{name} is switched off. Its own software keeps the last user list: stop it on its machine, too.',
    ],
    hints: { node: 'Name, as shown in apps' },
  },
  'nodes.rotate-token': {
    label: 'Rotate a node’s token',
    about: 'Creates a new token for a node and shows it once. The old token works until you revoke it or rotate again.',
    hints: { node: 'Name, as shown in apps', drop: 'Creates no new token but revokes the old one now' },
  },
} as const satisfies Partial<ActionTexts>

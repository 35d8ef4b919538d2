import type { ActionTexts } from '#text/action-text.ts'

export const nodes = {
  'nodes.list': {
    label: 'Nodes',
    about:
      'Lists nodes with their addresses, whom they serve, where they stand, when they last reported, and their load.',
    empty: { nodes: 'No nodes yet.', called: 'never' },
  },
  'nodes.traffic': {
    label: 'Traffic of nodes',
    about: 'Lists the bytes that each node reported on each of the last 30 days (UTC).',
    empty: { days: 'No node has reported traffic yet.' },
  },
  'nodes.add': {
    label: 'Add a node',
    about: 'Adds a node, makes its keys, and shows once the line that sets up its machine.',
    second: 'If someone has a running membership.',
    says: [
      'Would add {name}, a {protocol} node that apps reach at {address}. Its keys are made now, and only the node gets the secret ones.',
      '{name} is added. Run the line on its machine within an hour.',
    ],
    hints: {
      name: 'Shown in apps, such as “Tokyo 1”',
      group:
        'Small letters, such as “asia”. Nodes of one group share credentials, so a stolen node reveals those of its group.',
      protocol: 'VLESS suits most networks',
      security: 'REALITY needs no domain. TLS gets a certificate for your own domain.',
      host: 'Domain or address of the machine, without a port',
      port: '443 looks like any website. With TLS and Trojan, port 80 must also be open, for the certificate.',
      serverName:
        'REALITY: a large foreign website with TLS 1.3, which strangers see in place of the node. TLS and Trojan: your domain, which leads to the machine.',
      serves: 'Members, people on trial, or both',
      networks:
        'Only machines at these addresses may report as this node; none: any machine with its token. Customers who come from a single address of these are told that they are connected.',
      country: 'With it the site lists the place and its load',
      cityEn: 'None: only the country is shown',
      cityZh: 'In both languages or in none',
      file: 'Only for a node that runs elsewhere already: its settings with its own keys, as JSON, in place of the fields above',
    },
  },
  'nodes.install': {
    label: 'Make an install line',
    about:
      'Makes a line that sets up the machine of a node. It is shown once, works once and for an hour, and replaces the earlier line.',
    says: [
      'Would make a line that sets up the machine of {name}.',
      'Run the line on the machine of {name} within an hour.',
    ],
    hints: { node: 'Name, as shown in apps' },
  },
  'nodes.edit': {
    label: 'Change a node',
    about: 'Changes a node. Empty fields stay unchanged. A node that was switched off can be switched on again here.',
    second: 'If the address that apps connect to changes and someone has a running membership.',
    says: ['Would change node {name}: {changed}.', 'Changed node {name}: {changed}.'],
    hints: {
      node: 'Name, as shown in apps',
      group: 'Moves the node to another group. Apps get new credentials at their next update.',
      host: 'Domain or address of the machine, without a port',
      port: 'Port that apps connect to',
      serverName:
        'REALITY: the website that strangers see. TLS and Trojan: the domain of the certificate; then make a new install line.',
      newKeys: 'Apps connect again after their next update',
      serves: 'Members, people on trial, or both',
      networks:
        'Only machines at these addresses may report as this node; none: any machine with its token. Customers who come from a single address of these are told that they are connected.',
      country: 'With it the site lists the place and its load',
      cityEn: 'None: only the country is shown',
      cityZh: 'In both languages or in none',
      noPlace: 'Takes the place off the site',
      file: 'Settings with your own keys, as JSON, in place of the fields above',
      on: 'Switches the node on',
    },
  },
  'nodes.disable': {
    label: 'Switch a node off',
    about:
      'Switches a node off: its token is refused, apps are no longer sent there, and its online records are deleted. The node’s own software keeps its last user list, so stop it on its machine, too.',
    says: [
      'Would switch {name} off. Its own software keeps the last user list: stop it on its machine, too. Nodes with the same credentials: {sameCredentials}. If strangers have the machine, move these to another group.',
      '{name} is switched off. Its own software keeps the last user list: stop it on its machine, too. Nodes with the same credentials: {sameCredentials}. If strangers have the machine, move these to another group.',
    ],
    empty: { sameCredentials: 'none' },
    hints: { node: 'Name, as shown in apps' },
  },
  'nodes.remove': {
    label: 'Remove a node',
    about: 'Forgets a node that is switched off, with its keys and its token.',
    says: ['Would remove {name} and its keys.', '{name} is removed.'],
    hints: { node: 'Name, as shown in apps' },
  },
  'nodes.rotate-token': {
    label: 'Rotate a node’s token',
    about: 'Creates a new token for a node and shows it once. The old token works until you revoke it or rotate again.',
    hints: { node: 'Name, as shown in apps', drop: 'Creates no new token but revokes the old one now' },
  },
} as const satisfies Partial<ActionTexts>

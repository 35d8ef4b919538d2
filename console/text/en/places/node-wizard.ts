const wizard = {
  back: 'All nodes',
  protocol: 'Protocol',
  protocolNote: 'How apps reach the node',
  kinds: {
    reality: {
      name: 'VLESS with REALITY',
      about:
        'Needs no domain and no certificate. Looks like a visit to a large website. The best choice for most networks.',
    },
    tls: {
      name: 'VLESS with TLS',
      about: 'For a domain of yours that leads to the machine. The node gets its certificate itself.',
    },
    trojan: { name: 'Trojan', about: 'Like VLESS with TLS, for apps that only know Trojan.' },
    shadowsocks: { name: 'Shadowsocks 2022', about: 'Fast and needs no domain, but is easier to detect.' },
  },
  node: 'Node',
  nodeNote: 'Keys and passwords are made by the shop. Nobody sees the secret ones but the node.',
  install: (node: string) => `Install ${node}`,
  installNote: 'The line is shown only now. It works once, within an hour.',
  steps: [
    'Sign in as root on the machine. It needs Debian 12 or Ubuntu 22.04, or newer.',
    'Open the port of the node in its firewall. With TLS or Trojan, open port 80 too.',
    'Paste this line and press Enter.',
  ],
  copy: 'Copy the line',
  copied: 'Copied',
  waiting: 'Waiting for the line to be run …',
  fetched: 'The machine has its settings. Waiting for its first report …',
  answered: 'The node answered. Apps get it at their next update.',
  expired: 'The line has expired. Make a new one.',
  again: 'Make a new line',
  seeAll: 'See all nodes',
  hand: 'Set it up by hand',
  handNote: 'For a program of yours that speaks UniProxy. The token is shown only now.',
  shop: 'Address of the shop',
  number: 'Number',
  token: 'Token',
  type: 'Type',
  traffic: {
    title: 'Traffic of the last 30 days',
    note: 'As reported by the node, of all members together; days are in UTC.',
    day: 'Day',
    sum: (sum: string, best: string, day: string) => `${sum} in 30 days, most on ${day}: ${best}`,
    chart: (node: string, sum: string) => `Traffic of ${node} by day, ${sum} in 30 days`,
    asTable: 'As a table',
  },
}
export default wizard
export type NodeWizardText = typeof wizard

import type { ActionTexts } from '#text/action-text.ts'

/** Hints of the fields of a panel or webhook. */
const connectionHints = {
  kind: 'Kind of provider',
  url: 'Address of the panel or receiver with https://, as you open it yourself',
  apiToken: 'API token of the panel with the scopes users:* and connections:drop. Empty: the saved one stays.',
  squads:
    'IDs of the internal squads that the customers join, one in each row; the panel shows them under Internal squads',
  countDevices: 'No: people connect with apps that do not name their device. Without a choice, devices are counted.',
  subscriptionUrl: 'Address of the subscription page, if it is not the address of the panel',
  webhookSecret:
    'WEBHOOK_SECRET_HEADER of the panel, so that its own changes arrive at once. Empty: the saved one stays.',
  noWebhookSecret: 'Stops taking messages of the panel',
  username: 'User name of an admin without sudo, who sees only users of this shop',
  password: 'Password of this admin. Empty: the saved one stays.',
  protocols: 'Protocols that each customer gets',
  vlessInbounds: 'Tags of the inbounds for VLESS, one in each row. Empty: all of them.',
  trojanInbounds: 'Tags of the inbounds for Trojan, one in each row. Empty: all of them.',
  shadowsocksInbounds: 'Tags of the inbounds for Shadowsocks, one in each row. Empty: all of them.',
  signingSecret: 'Secret that signs each message: whsec_ and Base64. Empty: the saved one stays.',
  previousSecret: 'Keep: messages are also signed with the secret before, until your receiver knows the new one',
}

export const tunnels = {
  'tunnels.show': {
    label: 'Tunnel of a person',
    about:
      'Shows what a person may use: state, period, number of devices, and the name by which nodes and panels know them.',
    empty: { providers: 'No tunnel provider needs to know this person.' },
  },
  'tunnels.providers': {
    label: 'Tunnel providers',
    about: 'Lists the panels and webhooks that open tunnels: whom they serve, how far behind they are, and why.',
    empty: { providers: 'No tunnel providers yet.', compared: 'never' },
  },
  'tunnels.set-provider': {
    label: 'Set up a tunnel provider',
    about:
      'Adds or changes a panel or webhook that opens tunnels. Its address and secrets are stored encrypted. All current members are synced to it in batches.',
    second: 'If someone has a running membership.',
    says: [
      'The tunnel provider {provider} at {origin} would be {change}. Serves: {serves}. New secrets: {newSecrets}.',
      'The tunnel provider {provider} at {origin} is {change}. Serves: {serves}. New secrets: {newSecrets}.',
    ],
    hints: {
      ...connectionHints,
      provider: 'Name of the provider, such as panel-one',
      serves: 'Whom it serves. Nobody: closes everyone there.',
      file: 'All settings in one file, instead of the fields; see docs/tunnels.md',
      newFeedToken: 'Creates a new token for the feed. The old one stops working.',
    },
  },
  'tunnels.test-settings': {
    label: 'Test the connection',
    about: 'Calls a panel or webhook with settings that are not saved yet, and changes nothing there.',
    hints: { ...connectionHints, provider: 'Name of the provider, such as panel-one' },
  },
  'tunnels.remove-provider': {
    label: 'Remove a tunnel provider',
    about: 'Removes a tunnel provider with its settings and its sync history.',
    second: 'If people still have access at this provider.',
    says: [
      'Would remove tunnel provider {provider}. People with access at this provider: {open}; erased people that it still knows: {unerased}.',
      'Removed tunnel provider {provider}. People with access at this provider: {open}; erased people that it still knows: {unerased}.',
    ],
    hints: {
      provider: 'Name of the provider, such as panel-one',
      abandon: 'Removes it even though people have access there, because the panel no longer exists',
    },
  },
  'tunnels.test-provider': {
    label: 'Test a tunnel provider',
    about:
      'Checks whether the address and credentials of a tunnel provider are correct. A webhook gets a signed test message.',
    hints: { provider: 'Name of the provider, such as panel-one' },
  },
  'tunnels.compare': {
    label: 'Compare with a panel',
    about:
      'Compares everyone at a panel with what was synced, and corrects differences, as happens daily. Users that do not belong to this shop are left alone. Many closures at once wait until you allow them.',
    hints: { provider: 'Name of the provider, such as panel-one' },
    empty: { drifts: 'Everyone at the panel is in sync.' },
  },
  'tunnels.let-close': {
    label: 'Allow a panel to close people',
    about:
      'Allows a panel to shorten or end the access of people who wait because a comparison found too many at once. Each person is checked again first.',
    says: [
      '{provider} would close or shorten the access of {people} people according to their current state.',
      '{provider} will close or shorten the access of {people} people according to their current state.',
    ],
    hints: { provider: 'Name of the provider, such as panel-one' },
  },
  'tunnels.apply': {
    label: 'Sync to all panels',
    about: 'Sends the current state of a person to all tunnel providers again.',
    says: [
      'Would send the current state of user {uid} to {providers} again.',
      'The current state of user {uid} will be sent to {providers} again.',
    ],
  },
  'tunnels.drop': {
    label: 'End open connections',
    about: 'Ends the open connections of a person. People who still have access reconnect automatically.',
    says: [
      'Would end the open connections of user {uid} at {providers}.',
      'The open connections of user {uid} at {providers} will end.',
    ],
  },
  'tunnels.rotate': {
    label: 'Renew links',
    about:
      'Replaces all links of a person and their credentials at all panels. The old links stop working; the person finds the new ones in their account.',
    says: [
      'Would renew {links} links of user {uid} and their credentials at {providers}.',
      'Renewed {links} links of user {uid}; their credentials at {providers} follow.',
    ],
  },
} as const satisfies Partial<ActionTexts>

const wizard = {
  back: 'All tunnel providers',
  kind: 'Panel',
  kindNote: 'What opens the tunnels of your customers',
  kinds: {
    remnawave: {
      name: 'Remnawave',
      about: 'Version 3. Counts devices and ends open connections.',
      steps: [
        'Make an internal squad in the panel with the inbounds that customers may use.',
        'Make an API token there with the scopes users:* and connections:drop. Note the day it expires.',
        'Enter both below, and test the connection.',
        'If links of the panel begin with another address, enter that under Advanced. Other hosts are not followed, and customers would get no list. The test does not show this.',
      ],
    },
    marzban: {
      name: 'Marzban',
      about: 'Has no device limit and ends no open connections.',
      steps: [
        'Make an admin without sudo in the panel, so that it only sees users of this shop.',
        'Enter its user name and password below, and test the connection.',
      ],
    },
    webhook: {
      name: 'Webhook',
      about: 'A receiver of yours gets each change as a signed message, for any other panel.',
      steps: [
        'Make a secret: whsec_ followed by 32 random bytes in Base64. Enter it at your receiver too.',
        'Enter the address of the receiver and the secret below, and test the connection.',
        'The token of the feed is shown once, after you save.',
      ],
    },
  },
  secretsNote: 'Secrets are stored encrypted and never shown again.',
  savedNote: 'Saved secrets are not shown. Leave them empty to keep them.',
  notify: 'For WEBHOOK_URL of the panel, so that its own changes arrive at once:',
  testing: 'Calling …',
}
export default wizard
export type PanelWizardText = typeof wizard

/**
 * Step of a setup guide. `text`: what to do; `mark`: word on the control that the drawing marks, empty if the control
 * shows a sign instead of a word.
 */
type Step = { readonly mark: string; readonly text: string }
const step = (mark: string, text: string): Step => ({ mark, text })

const guides = {
  copyFirst: 'Make your link and copy it first.',
  opens: (app: string) => `On this device, “Open in ${app}” does the first steps for you. By hand:`,
  drawing: 'Drawings. Screens differ by version.',
  /** Alternative texts of the drawings, for screen readers. `mark`: word on the marked control. */
  alts: {
    add: () => 'The plus sign at the top right is marked.',
    menu: (mark: string) => `A menu is open. “${mark}” is marked.`,
    more: (mark: string) => `The menu at the top right is open. “${mark}” is marked.`,
    side: (mark: string) => `“${mark}” in the list on the left is marked.`,
    form: (mark: string) => `The link is in a field. The button “${mark}” is marked.`,
    pick: (mark: string) => (mark === '' ? 'One entry of a list is marked.' : `“${mark}” in a list is marked.`),
    switch: (mark: string) => (mark === '' ? 'A switch at the top is on.' : `The switch “${mark}” is on.`),
    start: (mark: string) => `The button “${mark}” is marked.`,
    round: () => 'The round button at the bottom right is marked.',
    page: (mark: string) => `This page in a browser. The button “${mark}” is marked.`,
  },
  steps: {
    shadowrocket: [
      step('', 'Tap + at the top right of the home page.'),
      step('Save', 'Set “Type” to “Subscribe”, paste your link into “URL”, and tap “Save”.'),
      step('', 'Tap a server, then turn on the switch at the top. Allow the VPN when asked.'),
    ],
    'clash-verge-rev': [
      step('Profiles', 'Open “Profiles” on the left.'),
      step('Import', 'Paste your link into “Profile URL” at the top and press “Import”.'),
      step('', 'Click the new profile to select it.'),
      step('System Proxy', 'Open “Settings” on the left and turn on “System Proxy”.'),
    ],
    'clash-party': [
      step('Profiles', 'Open “Profiles” on the left.'),
      step('Import', 'Paste your link at the top and press “Import”.'),
      step('', 'Click the new profile to select it.'),
      step('Sys Proxy', 'Turn on “Sys Proxy” on the left.'),
    ],
    'clash-meta-android': [
      step('', 'Open “Profiles” and tap + at the top right.'),
      step('URL', 'Choose “URL”, then tap “URL” again, paste your link and save.'),
      step('', 'Tap the new profile to select it.'),
      step('Tap to start', 'Go back and tap “Tap to start”. Allow the VPN when asked.'),
    ],
    v2rayng: [
      step('Subscriptions', 'Open the menu at the top left, tap “Subscriptions”, then +.'),
      step('✓', 'Paste your link into “Optional URL” and save with ✓.'),
      step('Update subscription', 'Go back, open ⋮ at the top right and tap “Update subscription”.'),
      step('', 'Tap a server, then the round button at the bottom right. Allow the VPN when asked.'),
    ],
    stash: [
      step('Open in Stash', 'Open this page on the device that has Stash, and press “Open in Stash”.'),
      step('', 'Confirm the download. The new configuration is selected.'),
      step('', 'Turn Stash on on its home page. Allow the VPN when asked.'),
    ],
    'sing-box': [
      step('', 'Under “Profiles”, tap + for a new profile, then “Create Manually”.'),
      step('Create', 'Set the type to “Remote”, paste your link into “URL”, and tap “Create”.'),
      step('Start', 'Open “Dashboard”, choose the profile and tap “Start”. Allow the VPN when asked.'),
    ],
    hiddify: [
      step('', 'Tap + on the home page (“Add profile”).'),
      step('Clipboard', 'Choose “Clipboard”. The app takes the link that you copied.'),
      step('Tap to connect', 'Press the round button above “Tap to connect”. Allow the VPN when asked.'),
    ],
    v2rayn: [
      step(
        'Subscription group settings',
        'Open “Subscription Group”, then “Subscription group settings”, and press “Add”.',
      ),
      step('Confirm', 'Paste your link into “URL (optional)” and press “Confirm”.'),
      step('Update subscriptions', 'Open “Subscription Group” again and choose “Update subscriptions without proxy”.'),
      step('System proxy', 'Click a server and press Enter. At the bottom, set “System proxy” to “Set system proxy”.'),
    ],
  } satisfies { readonly [App in GuideId]: readonly Step[] },
}

export type GuideId =
  | 'shadowrocket'
  | 'clash-verge-rev'
  | 'clash-party'
  | 'clash-meta-android'
  | 'v2rayng'
  | 'stash'
  | 'sing-box'
  | 'hiddify'
  | 'v2rayn'
export type GuidesTexts = typeof guides
export default guides

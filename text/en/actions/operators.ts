import type { ActionTexts } from '#text/action-text.ts'

export const operators = {
  'operators.list': {
    label: 'Operators',
    about: 'Lists operators with their roles. Demo: a name that was only tried out and cannot sign in.',
    empty: { operators: 'No operators yet. Create the first owner on the command line.', lastAct: 'never' },
  },
  'operators.invite': {
    label: 'Invite an operator',
    about:
      'Creates an operator account and an invitation link, with which the operator sets their own password and second factor within 24 hours. An account that was never used gets a new link.',
    second: 'If the role is finance or owner.',
    hints: { name: 'Name of the operator', role: 'Role, which decides what they may do' },
  },
  'operators.change': {
    label: 'Change a role',
    about: 'Changes the role of an operator and ends their sign-ins, and unused invitations that an owner made.',
    second: 'If the new role is finance or owner, or if the account is another owner’s.',
    says: [
      'The role of {name} would change from {before} to {after}.',
      'The role of {name} changed from {before} to {after}.',
    ],
    hints: { name: 'Name of the operator', role: 'Role, which decides what they may do' },
  },
  'operators.reset-factor': {
    label: 'Reset password and second factor',
    about:
      'Creates a link with which an operator who lost their password or second factor sets new ones within 24 hours. The old ones stop working at once, and proposals that they prepared are refused.',
    second: 'Always.',
    hints: { name: 'Name of the operator' },
  },
  'operators.set-address': {
    label: 'Set my address',
    about:
      'Sets the address at which you are notified when something waits for a second operator or when operators change. Only you can set it; it is stored encrypted, shown in part, and deleted with your account.',
    says: ['Notifications would go to: {address} ({language}).', 'Notifications go to: {address} ({language}).'],
    hints: { email: 'Your email address', language: 'Language of the emails', remove: 'Stops emails to you' },
  },
  'operators.disable': {
    label: 'Disable an operator',
    about:
      'Disables an account for good. The history keeps its name, and the name is not used again. Unused invitations that an owner made end.',
    second: 'If the account is another owner’s.',
    says: [
      'Would disable {name} and end all their sign-ins. API keys that they made stay valid: {madeKeys}. Revoke those that they may have kept.',
      '{name} is disabled. API keys that they made stay valid: {madeKeys}. Revoke those that they may have kept.',
    ],
    empty: { madeKeys: 'none' },
    hints: { name: 'Name of the operator' },
  },
  'approvals.list': {
    label: 'Waiting for a second operator',
    about: 'Lists proposals that wait for a second operator, oldest first.',
    empty: { items: 'Nothing is waiting for a second operator.' },
  },
  'approvals.show': {
    label: 'Show a proposal',
    about: 'Shows a proposal, what it would have done when it was prepared, and what it would do now.',
    hints: { id: 'The proposal' },
  },
  'approvals.grant': {
    label: 'Approve a proposal',
    about:
      'Executes what another operator prepared. You need the role of that action, and a code if the action asks for one.',
    hints: { id: 'The proposal' },
  },
  'approvals.refuse': {
    label: 'Reject a proposal',
    about:
      'Ends a proposal, including your own. An owner who would be removed by a proposal can stop it this way: the operator who prepared it then cannot do it alone.',
    says: ['Result: {outcome}.', '{outcome}.'],
    hints: { id: 'The proposal' },
  },
} as const satisfies Partial<ActionTexts>

import Type from 'typebox'
import { act, edit, read } from './action.ts'
import { Fresh, Input, MaybeMoment, Names, OneOf, Reason, Rows, Text, TextFile, Whole, Said } from './fields.ts'

const Node = Text('Its name, as apps show it', { hint: 'NAME', holds: 'shop' })
const name = { pattern: '^[^\\u0000-\\u001f#]{1,60}$' }
const Group = (description: string) => Text(description, { hint: 'GROUP', pattern: '^[a-z0-9-]{1,40}$' })
const Host = (description: string) => Text(description, { hint: 'HOST', pattern: '^[A-Za-z0-9.:-]{1,253}$' })
const Port = (description: string) => Whole(1, 65_535, description)
const Serves = (description: string) => OneOf(['paid', 'trial', 'both'], description)
const Networks = Names('Where its calls come from; without them from anywhere', 'NETWORK,NETWORK', { holds: 'shop' })
const Settings = TextFile(
  'Its settings as JSON: for vless `security` (reality with serverName, shortId, privateKey, publicKey; tls with serverName), for trojan `serverName`, for shadowsocks `serverKey`',
)

export const nodeActions = {
  'nodes.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Lists the nodes with where they listen, whom they serve, when they last called and how busy they say they are.',
    input: Input({}),
    output: Type.Object({
      nodes: Rows(
        Type.Object({
          node: Type.Integer(),
          name: Type.String(),
          group: Type.String(),
          protocol: Type.String(),
          address: Type.String(),
          serves: Type.String(),
          state: Type.String(),
          called: MaybeMoment({ none: 'never' }),
          cpu: Type.String(),
          memory: Type.String(),
          token: Said(),
        }),
        'There is no node.',
      ),
    }),
  }),
  'nodes.add': act({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', when: 'someone has a membership that is running' },
    undo: { by: 'nodes.disable' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Adds a node and prints its number and token, once: afterwards no one can read the token any more.',
    input: Input({
      name: Text('Its name, as apps show it', { hint: 'NAME', ...name }),
      group: Group('Nodes of one group know the same credentials; one that is stolen shows those of its group alone'),
      protocol: OneOf(['vless', 'trojan', 'shadowsocks'], 'What it speaks'),
      host: Host('Where apps reach it'),
      port: Port('And by which port'),
      serves: Serves('Whom'),
      networks: Type.Optional(Networks),
      file: Settings,
    }),
    output: Type.Object({ name: Type.String(), node: Fresh(Type.Integer()), token: Fresh(Type.String()) }),
  }),
  'nodes.edit': edit({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'tunnels',
      when: 'it changes where apps connect, and someone has a membership that is running',
    },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary: 'Changes a node; what is not given stays. `on` switches one on again that was switched off.',
    edits: ['node'],
    input: Input({
      node: Node,
      group: Type.Optional(Group('Another group: every app gets other credentials at its next look')),
      host: Type.Optional(Host('Where apps reach it')),
      port: Type.Optional(Port('And by which port')),
      serves: Type.Optional(Serves('Whom')),
      networks: Type.Optional(Networks),
      file: Type.Optional(Settings),
      on: Type.Optional(Type.Boolean({ description: 'Switches it on' })),
    }),
    output: Type.Object({ name: Type.String(), changed: Type.String() }),
    says: ['Would change of {name}: {changed}.', 'Changed of {name}: {changed}.'],
  }),
  'nodes.disable': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'nodes.edit', chosen: ['on'] },
    role: 'owner',
    summary:
      'Switches a node off: its token is refused, no app is sent there, and what it reported of who is online is forgotten. Daemons keep their last list: stop it at its own machine, too.',
    input: Input({ node: Node, reason: Reason() }),
    output: Type.Object({ name: Type.String(), group: Type.String() }),
    says: [
      'Would switch {name} off. Its daemon keeps the last list: stop it at its own machine, too.',
      '{name} is switched off. Its daemon keeps the last list: stop it at its own machine, too.',
    ],
  }),
  'nodes.rotate-token': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Gives a node a new token and prints it, once. That of before stays valid beside it until `drop` takes it away, or the next rotation.',
    input: Input({
      node: Node,
      drop: Type.Optional(Type.Boolean({ description: 'Makes no new token: refuses the one of before from now on' })),
    }),
    output: Type.Object({ name: Type.String(), token: Fresh(Type.String()) }),
  }),
}

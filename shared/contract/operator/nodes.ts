import Type from 'typebox'
import { act, edit, read } from './action.ts'
import { must } from './must.ts'
import {
  type FieldNotes,
  Flag,
  Fresh,
  Input,
  Kept,
  Maybe,
  MaybeMoment,
  Names,
  OneOf,
  Reason,
  Rows,
  Text,
  TextFile,
  Whole,
  Said,
} from './fields.ts'

const Node = Text({ hint: 'NAME', holds: 'shop', pick: 'node' })
/** Rejects `#`, control characters and line ends in node names: apps show them as boxes or reject the document. */
const name = {
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff#]{1,60}$',
  must: must('must.line', { most: 60 }),
}
const Group = Text({ hint: 'GROUP', pattern: '^[a-z0-9-]{1,40}$', must: must('must.like', { example: 'main' }) })
/** Host name or address without a port; only an IPv6 address has colons. */
const Host = Text({
  hint: 'HOST',
  pattern: '^(?:[A-Za-z0-9.-]{1,253}|[0-9A-Fa-f]{0,4}:[0-9A-Fa-f.]{0,15}:[0-9A-Fa-f:.]{0,34})$',
  must: must('must.likeEither', { example: 'node.example.org', other: '203.0.113.5' }),
})
const Port = Whole(1, 65_535)
const Serves = OneOf(['paid', 'trial', 'both'])
const Networks = Names('NETWORK,NETWORK', { holds: 'shop', rows: 'networks' })
/** Settings with keys of the operator's own, for a node that has run elsewhere. */
const Settings = TextFile({ advanced: true, secret: true })
const ServerName = (when: FieldNotes['when']) =>
  Text({
    hint: 'www.example.org',
    pattern: '^(?=.{4,253}$)([A-Za-z0-9](-*[A-Za-z0-9])*\\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$',
    must: must('must.like', { example: 'www.example.org' }),
    ...(when && { when, neededUnless: 'file' }),
  })
const Country = Text({
  hint: 'JP',
  holds: 'shop',
  pick: 'country',
  pattern: '^[A-Z]{2}$',
  must: must('must.like', { example: 'JP' }),
})
/**
 * City of a node: words of letters, joined by single spaces, apostrophes or hyphens, because it is shown on every
 * visitor's home page and must not contain a link, address or number.
 */
const City = (example: string) =>
  Text({
    hint: example,
    holds: 'shop',
    pattern: "^(?=.{1,40}$)[\\p{L}\\p{M}]+(?:[ '’-][\\p{L}\\p{M}]+)*$",
    must: must('must.like', { example }),
  })
const Place = {
  country: Type.Optional(Country),
  cityEn: Type.Optional(City('Tokyo')),
  cityZh: Type.Optional(City('东京')),
}

export const nodeActions = {
  'nodes.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      nodes: Rows(
        Type.Object({
          node: Type.Integer(),
          name: Type.String(),
          group: Type.String(),
          protocol: Kept(Type.String()),
          address: Type.String(),
          serves: Type.String(),
          place: Type.String(),
          state: Type.String(),
          called: MaybeMoment(),
          install: Kept(Type.String()),
          cpu: Type.String(),
          memory: Type.String(),
          disk: Type.String(),
          /** Time of the report of CPU, memory and disk. */
          loadAt: MaybeMoment(),
          /** People online. Null if the node has named nobody in the last five minutes. */
          online: Maybe(Type.Integer()),
          /** Average of the last traffic report. Empty before a node's second report. */
          traffic: Type.String(),
          trafficAt: MaybeMoment(),
          nodeToken: Said(),
        }),
      ),
    }),
  }),
  'nodes.traffic': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      today: Type.String(),
      days: Rows(Type.Object({ node: Type.String(), day: Type.String(), bytes: Type.Integer() })),
    }),
  }),
  'nodes.add': act({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', varies: true },
    undo: { by: 'nodes.disable', given: { node: 'name' }, stays: 'node' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      name: Text({ hint: 'NAME', ...name }),
      group: Group,
      protocol: OneOf(['vless', 'trojan', 'shadowsocks']),
      security: Type.Optional(OneOf(['reality', 'tls'], { when: { protocol: ['vless'] } })),
      host: Host,
      port: Port,
      serverName: Type.Optional(ServerName({ protocol: ['vless', 'trojan'] })),
      serves: Serves,
      ...Place,
      networks: Type.Optional(Networks),
      file: Type.Optional(Settings),
    }),
    output: Type.Object({
      name: Type.String({ holds: 'shop' }),
      protocol: Kept(Type.String()),
      address: Type.String({ holds: 'shop' }),
      install: Fresh(Type.String()),
      node: Fresh(Type.Integer()),
      nodeToken: Fresh(Type.String()),
    }),
  }),
  'nodes.install': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'lineExpires' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ node: Node }),
    output: Type.Object({ name: Type.String(), install: Fresh(Type.String()) }),
  }),
  'nodes.edit': edit({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'tunnels',
      varies: true,
    },
    undo: { itself: true, stays: 'secrets' },
    role: 'owner',
    stepUp: 'money',
    edits: ['node'],
    input: Input({
      node: Node,
      group: Type.Optional(Group),
      host: Type.Optional(Host),
      port: Type.Optional(Port),
      serverName: Type.Optional(ServerName(undefined)),
      newKeys: Type.Optional(Flag),
      serves: Type.Optional(Serves),
      ...Place,
      noPlace: Type.Optional(Flag),
      networks: Type.Optional(Networks),
      on: Type.Optional(Type.Boolean()),
      file: Type.Optional(Settings),
    }),
    output: Type.Object({ name: Type.String({ holds: 'shop' }), changed: Type.String({ holds: 'shop' }) }),
  }),
  'nodes.disable': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'nodes.edit', chosen: ['on'], stays: 'nodeReports' },
    role: 'owner',
    input: Input({ node: Node, reason: Reason }),
    /** `sameCredentials`: active nodes of the same group, whose credentials the machine of this node knows. */
    output: Type.Object({
      name: Type.String(),
      group: Type.String(),
      sameCredentials: Maybe(Type.String({ holds: 'shop' })),
    }),
  }),
  'nodes.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'node' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ node: Node, reason: Reason }),
    output: Type.Object({ name: Type.String() }),
  }),
  'nodes.rotate-token': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      node: Node,
      drop: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ name: Type.String(), nodeToken: Fresh(Type.String()) }),
  }),
}

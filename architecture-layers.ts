/**
 * The rooms of a folder in layers, the lowest first: a room may import itself and what lies in a lower layer. Rooms of one
 * layer do not know each other. `''` is what lies in the folder itself.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/workflows': [
    ['membership'],
    ['payments/apply'],
    ['payments/attempts'],
    ['payments/refunds'],
    ['payments/review'],
    ['orders'],
    ['groups', 'crypto'],
    ['accounts/checks'],
    ['accounts/messages'],
    ['accounts/sign-in'],
    ['accounts/registration', 'accounts/security', 'accounts/profile'],
    ['tunnels', 'support'],
    ['affiliates'],
    ['affiliates/payouts'],
    ['accounts/privacy'],
    ['mailings'],
    ['catalog', 'site', 'operators', 'desk', 'figures', 'exports', 'keys'],
    ['alerts'],
    ['jobs'],
  ],
  'web/features/affiliate': [['base'], ['commissions', 'campaigns', 'application', 'figures'], ['payouts'], ['']],
  'web/features/crypto': [['base'], ['address'], ['wallet'], ['']],
  'web/features/groups': [['base'], ['seat'], ['page', 'start'], ['mine']],
}

const escaped = (folder: string) => folder.replaceAll(/[.]/g, '[.]')
const files = (folder: string, room: string) => `^${escaped(folder)}/${room === '' ? '' : `${escaped(room)}/`}[^/]+$`

/** A rule for each room: what it may not import. And one for each folder: nothing lies beside the rooms. */
export const layerRules = Object.entries(layers).flatMap(([folder, floors]) => [
  ...floors.flatMap((floor, index) =>
    floor.map((room) => ({
      name: `layers: ${folder}/${room}`,
      severity: 'error',
      from: { path: files(folder, room) },
      to: {
        path: `^${escaped(folder)}/`,
        pathNot: [room, ...floors.slice(0, index).flat()].map((lower) => files(folder, lower)),
      },
    })),
  ),
  {
    name: `layers: ${folder} has rooms`,
    severity: 'error',
    from: { path: `^${escaped(folder)}/`, pathNot: floors.flat().map((room) => files(folder, room)) },
    to: {},
  },
])

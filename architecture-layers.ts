/**
 * Layers of rooms (subfolders) of each folder, lowest first. A room may import itself and rooms of lower layers, but no
 * other room of its own layer. `''`: files directly in the folder.
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
    ['tunnels'],
    ['affiliates'],
    ['affiliates/payouts'],
    ['accounts/privacy'],
    ['mailings'],
    [
      'catalog',
      'site',
      'operators',
      'desk',
      'figures',
      'exports',
      'imports',
      'keys',
      'connections',
      'webhooks',
      'api-keys',
    ],
    ['alerts', 'support'],
    ['jobs'],
  ],
  'web/features/affiliate': [['base'], ['commissions', 'campaigns', 'application', 'figures'], ['payouts'], ['']],
  'web/features/crypto': [['base'], ['address'], ['wallet'], ['']],
  'web/features/groups': [['base'], ['seat'], ['page', 'start'], ['mine']],
}

const escaped = (folder: string) => folder.replaceAll(/[.]/g, '[.]')
const files = (folder: string, room: string) => `^${escaped(folder)}/${room === '' ? '' : `${escaped(room)}/`}[^/]+$`

/**
 * Import rules made from the layers. A rule per room forbids imports from the folder's other rooms of its own or a
 * higher layer. A rule per folder finds files outside its rooms that import anything.
 */
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

import { describe, expect, it } from 'vitest'
import { apps, appsOf, systems } from './apps.ts'

const link = 'https://shop.example/s/AAAAAAAAAAAAAAAAAAAAAA'
const opens = Object.fromEntries(apps.map((app) => [app.id, app.import?.(link, 'Way & Fare') ?? null]))

describe('app import URL', () => {
  // Bug of apps: they drop what follows "&" in a link that is not encoded (Fndroid/clash_for_windows_pkg#795,
  // clash-verge-rev/clash-verge-rev#970).
  it('the import URL encodes link and service name', () => {
    const mihomo = 'https%3A%2F%2Fshop.example%2Fs%2FAAAAAAAAAAAAAAAAAAAAAA%3Fformat%3Dmihomo&name=Way%20%26%20Fare'
    expect(opens).toEqual({
      shadowrocket: `shadowrocket://add/sub://${Buffer.from(link).toString('base64')}?remark=Way%20%26%20Fare`,
      'clash-verge-rev': `clash://install-config?url=${mihomo}`,
      'clash-party': `clash://install-config?url=${mihomo}`,
      'clash-meta-android': `clashmeta://install-config?url=${mihomo}`,
      stash: `stash://install-config?url=${mihomo}`,
      v2rayng: 'v2rayng://install-sub?url=https%3A%2F%2Fshop.example%2Fs%2FAAAAAAAAAAAAAAAAAAAAAA#Way%20%26%20Fare',
      'sing-box':
        'sing-box://import-remote-profile?url=https%3A%2F%2Fshop.example%2Fs%2FAAAAAAAAAAAAAAAAAAAAAA%3Fformat%3Dsing-box#Way%20%26%20Fare',
      hiddify: `hiddify://import/${link}?format=sing-box#Way%20%26%20Fare`,
      v2rayn: null,
    })
  })

  it("every system's first app has an import URL", () => {
    for (const system of systems) expect(appsOf(system)[0]?.import, system).not.toBeNull()
  })
})

it('every app has a home page and a source for its import URL', () => {
  for (const { id, home, source } of apps) {
    expect(home, id).toMatch(/^https:\/\//)
    expect(source, id).toMatch(/^https:\/\//)
  }
})

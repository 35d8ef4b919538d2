import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cookieOf, inviteCodeOf, originOf, readParameters } from '#web/client/campaign-parameters.ts'

const listed = 'gclid|wbraid|gbraid|vid'

it('only listed parameters that look like codes are read', () => {
  expect(readParameters('?gclid=Cj0_abc-1&utm_source=x&vid=42', listed)).toEqual([
    ['gclid', 'Cj0_abc-1'],
    ['vid', '42'],
  ])
  const wrong = ['', 'a b', 'a;domain=evil', '<script>', 'a%0d%0aset-cookie', 'x'.repeat(65), 'é']
  for (const value of wrong) expect(readParameters(`?gclid=${encodeURIComponent(value)}`, listed)).toEqual([])
  expect(readParameters(`?gclid=${'x'.repeat(64)}`, listed)).toHaveLength(1)
})

it('campaign cookies last seven days, require https, and use the parent domain only if configured', () => {
  const base = 'gclid=abc;path=/;max-age=604800;secure;samesite=lax'
  expect(cookieOf('gclid', 'abc', { days: 7, domain: undefined })).toBe(base)
  expect(cookieOf('gclid', 'abc', { days: 7, domain: '.example.com' })).toBe(`${base};domain=.example.com`)
})

describe('origin of a registration', () => {
  const now = 1_800_000_000_000
  const none = { search: '', tab: null, cookies: '', now }

  it('the referral is the newest of page, tab and cookies, or none', () => {
    expect(originOf(none)).toEqual({ consented: false })
    const cookies = 'language=en; r=KEPT0001-blog; visit=v-1; gclid=Cj0'
    expect(originOf({ ...none, cookies })).toEqual({ r: 'KEPT0001-blog', visit: 'v-1', gclid: 'Cj0', consented: true })
    expect(originOf({ ...none, cookies, tab: { r: 'TAB00001' } })).toMatchObject({ r: 'TAB00001', consented: true })
    expect(originOf({ ...none, search: '?r=HERE0001', tab: { r: 'TAB00001' }, cookies })).toMatchObject({
      r: 'HERE0001',
    })
  })

  it('without consent only the referral is sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.jsonValue(), (gclid, search, tab) => {
        const origin = originOf({ search, tab, now, cookies: `gclid=${gclid}; wbraid=x; vid=1` })
        const { r: _, followedAt: __, ...rest } = origin
        expect(rest).toEqual({ consented: false })
      }),
    )
  })

  it('without consent the time of following the link is sent, never in the future', () => {
    const followed = (tab: unknown, search = '') => originOf({ ...none, tab, search }).followedAt
    expect(followed({ r: 'TAB00001', at: now - 5 })).toBe(now - 5)
    expect(followed({ r: 'TAB00001', at: now + 5 })).toBe(now)
    expect(followed({ r: 'TAB00001', at: now - 5 }, '?r=HERE0001')).toBe(now)
    expect(followed(null)).toBeUndefined()
  })

  it('contains only values that look like codes, whatever the URL and the cookies contain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, cookies) => {
        const origin = originOf({
          search: `?r=${encodeURIComponent(value)}`,
          tab: { r: value },
          cookies: `visit=v;${cookies}`,
          now,
        })
        const { consented: _, followedAt: __, ...codes } = origin
        for (const code of Object.values(codes)) expect(code).toMatch(/^[\w-]{1,64}$/)
      }),
    )
    expect(inviteCodeOf('W4YF7K2M-telegram')).toBe('W4YF7K2M')
    expect(inviteCodeOf('W4YF7K2M')).toBe('W4YF7K2M')
  })
})

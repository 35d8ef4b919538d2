import { expect, it } from 'vitest'
import { toMirrorPage, upFrom } from './mirror-page.ts'

it('all URLs of a page copied to a mirror are relative, and its content security policy is inside the page', () => {
  const style = '@font-face{src:url(/assets/f.woff2)}'
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style><link rel="dns-prefetch" id="enhancer" href="/assets/main.js" data-page="/assets/s.js"></head><body><a href="../pricing">p</a><a href="../clause/x#part">c</a><a href="/zh-CN/faq">zh</a><a href="/user/kol">me</a><a href="https://x.example/a">x</a><a href="#main">m</a><div data-scripts="/assets/a.js /assets/b.js"></div></body></html>`
  const page = toMirrorPage(
    { status: 200, html, script: 's()', style, frames: [], connects: [] },
    { folder: 'en/faq', publicOrigin: 'https://main.example', apiHosts: ['https://api.example'] },
  )
  for (const part of [
    'href="../../assets/main.js"',
    'data-page="./s.js"',
    'data-scripts="./a.js ./b.js"',
    'href="../pricing/"',
    'href="../clause/x/#part"',
    'href="../../zh-CN/faq/"',
    'href="https://main.example/user/kol"',
    'href="https://x.example/a"',
    'href="#main"',
    'url(../../assets/f.woff2)',
    "connect-src 'self' https://api.example https:",
  ])
    expect(page).toContain(part)
  expect(page).not.toContain('frame-ancestors')
})

it('the path from a page copied to a mirror to the root folder has one step per level', () => {
  expect([upFrom(''), upFrom('en'), upFrom('en/clause/x')]).toEqual(['.', '..', '../../..'])
})

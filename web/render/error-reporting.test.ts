import { createElement } from 'react'
import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { Environment } from '#shared/api-values.ts'
import type { SiteAssets, SiteData } from '#shared/site.ts'
import { renderDocument } from './document.tsx'
import { definePage, type Page } from './page.ts'

const assets = {
  enhancer: '/assets/e.js',
  font: '/f',
} as unknown as SiteAssets
const page = definePage({
  paths: ['/faq'],
  shell: 'bare',
  texts: { en: 'x', 'zh-CN': 'x' },
  head: () => ({ title: 'x', description: 'x' }),
  component: () => createElement('p'),
}) as unknown as Page<unknown>

const draw = (environment: Environment, mirror = false) =>
  renderDocument({
    page,
    request: {
      path: '/faq',
      language: 'en',
      prefixed: false,
      today: '2026-11-21',
      data: {
        environment,
        publicOrigin: 'https://vpn.example',
        brand: { en: 'W' },
        look: defaultLook,
        mark: null,
        pageTexts: {},
        pictures: null,
        adsCrawlers: [],
      } as unknown as SiteData,
      ...(mirror && { mirror: { base: '..', api: { hosts: [], manifestUrls: [], manifestKey: null } } }),
    },
    assets,
    islandTexts: new Map(),
    style: '',
  })

it('error reporting is enabled in PROD only, and not on copies', () => {
  expect(draw('PROD')).toContain(' data-errors')
  expect(draw('DEV')).not.toContain('data-errors')
  expect(draw('TEST')).not.toContain('data-errors')
  expect(draw('PROD', true)).not.toContain('data-errors')
})

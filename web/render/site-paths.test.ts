import { expect, it } from 'vitest'
import { sitePaths } from '#shared/site-paths.ts'
import type { Page } from './page.ts'

const files = import.meta.glob<{ default: Page<unknown> }>('../pages/*.tsx', { eager: true })
const pages = Object.values(files).map(({ default: page }) => page)

it('texts may link to every page with a fixed path, except those reached from mails, apps or redirects', () => {
  const fixed = pages
    .filter((page) => page.paths.length > 0 && (page.instances === undefined || page.paths[0] === '/faq'))
    .flatMap(({ paths }) => paths.filter((path) => !/[:*]/.test(path)))
  // Pages without a link on the site: they are reached from mails, apps or redirects.
  const led = [
    '/account-change/confirmed',
    '/account-change/over',
    '/account-change/stopped',
    '/loading',
    '/mails/accountant-stopped',
    '/mails/confirmed',
    '/mails/not-stopped',
    '/mails/over',
    '/mails/stopped',
    '/purchased',
  ]
  const moved = pages.flatMap(({ moved: from = {} }) => Object.keys(from)).filter((path) => path.startsWith('/clause/'))
  expect([...sitePaths]).toEqual([...fixed.filter((path) => !led.includes(path)), ...moved].toSorted())
})

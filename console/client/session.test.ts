import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { ConsoleMe } from '#shared/console.ts'

vi.stubGlobal('sessionStorage', { clear: () => {} })
const { followSession, meQuery, useMe } = await import('./session.ts')

it('a page that renders while the session ends still uses the previous operator', () => {
  const client = new QueryClient()
  const Name = () => useMe().name
  const draw = () => renderToString(createElement(QueryClientProvider, { client }, createElement(Name)))
  followSession(client)
  client.setQueryData(meQuery.queryKey, null)
  expect(draw).toThrow('no one is signed in')
  client.setQueryData(meQuery.queryKey, { name: 'olive' } as ConsoleMe)
  client.setQueryData(meQuery.queryKey, null)
  expect(draw()).toBe('olive')
  client.setQueryData(meQuery.queryKey, { name: 'finn' } as ConsoleMe)
  expect(draw()).toBe('finn')
})

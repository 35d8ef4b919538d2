import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import en from '#text/en/site/device.ts'
import zh from '#text/zh-CN/site/device.ts'
import DeviceList from './device-list.tsx'
import { devicesQuery, type Device } from './devices.queries.ts'

const phone: Device = {
  id: 'a',
  type: 0,
  os: 1,
  osVersion: null,
  name: 'My phone',
  registeredAt: Date.UTC(2026, 10, 1),
  lastUsedAt: Date.UTC(2026, 10, 20),
  current: false,
  link: { fetchedAt: Date.UTC(2026, 10, 20), isInUse: true },
}
const texts = { en, 'zh-CN': zh }

function render(language: 'en' | 'zh-CN', device: Device, down: number): string {
  const client = new QueryClient()
  client.setQueryData(devicesQuery.queryKey, { month: { up: 0, down }, limit: 5, list: [device] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DeviceList t={texts[language]} language={language} />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('the traffic of the month and a link in use are shown in both languages', () => {
  expect(render('en', phone, 4_200_000_000)).toContain('4.2 GB this month, all devices together')
  expect(render('en', phone, 4_200_000_000)).toContain('By a link In use now')
  expect(render('zh-CN', phone, 4_200_000_000)).toMatch(/本月流量 4.2 ?(?:GB|吉字节)（所有设备合计）/)
  expect(render('zh-CN', phone, 4_200_000_000)).toContain('链接 使用中')
})

it('traffic that nobody reported and a link that is not in use are not mentioned', () => {
  const idle = { ...phone, link: { fetchedAt: null, isInUse: false } }
  const text = render('en', idle, 0)
  expect(text).not.toContain('this month')
  expect(text).not.toContain('In use now')
  expect(text).toContain('Not used yet')
})

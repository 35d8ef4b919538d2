import { expect, test } from 'vitest'
import { openPage, watchBrowser } from './open-page.ts'
import { chooseAlipay, pressPay, takeMadeAccount } from './steps.ts'

watchBrowser()

test('a visit with consent reports its steps with only a random visit id, without cookies or credentials', async () => {
  const page = await openPage({ language: 'zh-CN', width: 'desktop' })
  const told: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/marketing/')) return
    told.push({ path: pathname, body: request.postDataJSON() as Record<string, unknown>, headers: request.headers() })
  })
  await page.goto('/?gclid=abc_123')
  await page.getByRole('button', { name: '可以保存' }).click()
  await page.goto('/pricing')
  await chooseAlipay(page, 'zh-CN')
  await pressPay(page)
  await takeMadeAccount(page, 'zh-CN')
  await page.getByRole('dialog').getByRole('img').waitFor()

  const steps = told.filter(({ path }) => path === '/marketing/conversion')
  expect(steps.map(({ body }) => body['step'])).toEqual(['sign_up_form', 'checkout'])
  const visit = told.find(({ path }) => path === '/marketing/visit')
  expect(visit?.body).toMatchObject({ gclid: 'abc_123' })
  for (const { body, headers } of steps) {
    expect(Object.keys(body).toSorted()).toEqual(['step', 'visit'])
    expect(body['visit']).toBe(steps[0]?.body['visit'])
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
  }
})

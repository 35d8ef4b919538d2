import { expect, inject, test } from 'vitest'
import en from '#console/text/en/places/brand.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
const expected = [/status of 40[0-9]/]

test('the preview of a brand is for owners who are signed in, runs nothing, and shows no unchecked drawing', async () => {
  const path = '/console/preview-brand/en/home'
  const form = { mark: JSON.stringify({ kind: 'svg', data: '<svg viewBox="0 0 1 1" onload="alert(1)"/>' }) }
  const stranger = await fetch(inject('e2e').origin + path, { method: 'POST', body: new URLSearchParams(form) })
  expect(stranger.status).toBe(401)
  const viewer = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(viewer, 'en', 'viewer')
  expect((await viewer.request.post(path, { form })).status()).toBe(403)
  await viewer.goto('/console/system/brand')
  await viewer.getByText(en.ownerOnly).waitFor()

  const owner = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(owner, 'en', 'owner')
  const drawn = await owner.request.post(path, { form })
  expect(await drawn.text()).not.toContain('onload')
  expect(drawn.headers()['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox allow-same-origin$/)
  expect((await owner.request.post('/console/preview-brand/en/toString', { form })).status()).toBe(404)
})

import { HtmlValidate } from 'html-validate'
import { expect, inject, test } from 'vitest'
import { languages } from './open-page.ts'
import { accountRoutes, missingRoute, publicRoutes } from './routes.ts'

/** Only rules of the HTML standard; style is left to the renderer. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-implicit-button-type': 'off' },
})

test('the validator reports a label with two controls', async () => {
  const html = '<label for="count">How many: <output>1</output></label><input id="count">'
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages).map(({ ruleId }) => ruleId)).toContain('multiple-labeled-controls')
})

test.each(languages)('every page is valid HTML (%s)', async (language) => {
  const faults: string[] = []
  for (const route of [...publicRoutes, missingRoute, accountRoutes[0] ?? '']) {
    const address = `${inject('e2e').origin}${route.startsWith('/user') ? '' : `/${language}`}${route === '/' ? '' : route}`
    const html = await (await fetch(address, { headers: { 'accept-language': language } })).text()
    const { results } = await validator.validateString(html)
    for (const { messages } of results)
      for (const { ruleId, message, selector } of messages) faults.push(`${route}: ${ruleId}: ${message} (${selector})`)
  }
  expect(faults).toEqual([])
})

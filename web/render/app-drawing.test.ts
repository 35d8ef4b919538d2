import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { AppDrawing } from './app-drawing.tsx'

it.each(languages)('the app drawing is smaller than 3 kB, is captioned as a drawing, and is in %s', (language) => {
  const html = renderToStaticMarkup(createElement(AppDrawing, { language }))
  expect(Buffer.byteLength(html)).toBeLessThan(3_000)
  expect(html).toMatch(language === 'en' ? /<figcaption>A drawing\. / : /<figcaption>示意图，/)
  expect(html).toMatch(language === 'en' ? />Connected</ : />已连接</)
})

it('the app drawing uses theme colours for all large surfaces', () => {
  const html = renderToStaticMarkup(createElement(AppDrawing, { language: 'en' }))
  for (const surface of ['--m-block', '--m-road', '--m-park', '--m-water', '--card', '--plate', '--ink', '--app-edge'])
    expect(html).toContain(`var(${surface})`)
})

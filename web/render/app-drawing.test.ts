import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { AppDrawing } from './app-drawing.tsx'

it.each(languages)('the drawn app is less than 3 kB, says that it is a drawing, and speaks %s', (language) => {
  const html = renderToStaticMarkup(createElement(AppDrawing, { language }))
  expect(Buffer.byteLength(html)).toBeLessThan(3_000)
  expect(html).toMatch(language === 'en' ? /<figcaption>A drawing\. / : /<figcaption>示意图，/)
  expect(html).toMatch(language === 'en' ? />Connected</ : />已连接</)
})

it('the drawn app follows the theme: every large surface is a colour of the theme', () => {
  const html = renderToStaticMarkup(createElement(AppDrawing, { language: 'en' }))
  for (const surface of ['--m-block', '--m-road', '--m-park', '--m-water', '--card', '--plate', '--ink', '--app-edge'])
    expect(html).toContain(`var(${surface})`)
})

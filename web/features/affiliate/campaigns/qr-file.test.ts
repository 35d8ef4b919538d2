import { expect, test } from 'vitest'
import { qrPath } from '#shared/qr-path.ts'
import { qrDrawing } from './qr-file.ts'

test('a saved QR code is one SVG, black on white, as wide as the code with its quiet zone', () => {
  const code = qrPath('https://example.com/?r=W4YF7K2M-video')
  const drawing = qrDrawing(code)
  expect(drawing).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ \d+"/)
  expect(drawing).toContain(`viewBox="0 0 ${code.side} ${code.side}" width="${code.side * 16}"`)
  expect(drawing).toContain('fill="#fff"')
  expect(drawing).toContain(`d="${code.path}" stroke="#000"`)
  expect(drawing.match(/</g)).toHaveLength(4)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { say } from '#text/say.ts'
import { maxSvgLength, readMarkSvg } from './mark-svg.rules.ts'

const inSvg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"${more}>${inner}</svg>`
const read = (text: string) => {
  const result = readMarkSvg(text)
  return 'svg' in result ? result.svg : say('en', result.fault)
}

describe('SVG mark', () => {
  it('keeps shapes, colours and gradients, and reads its own result unchanged', () => {
    const drawing = inSvg(
      '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#f00"/><stop offset="100%" stop-color="blue"/></linearGradient><clipPath id="c"><circle cx="20" cy="20" r="20"/></clipPath></defs>' +
        '<g clip-path="url(#c)" transform="translate(1 2) rotate(45)"><path d="M8.5 14.5 14 27.5l6-11z" fill="url(#a)" stroke="#fff" stroke-width="3.6"/><polygon points="0,0 10,0 10,10"/></g>',
    )
    expect(read(drawing)).toBe(drawing)
  })

  it('reads files as Inkscape, Illustrator and Figma write them', () => {
    const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="64" height="64px" version="1.1" id="svg1" inkscape:version="1.3" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="v" pagecolor="#ffffff"><inkscape:grid id="g"/></sodipodi:namedview>
  <metadata>by <b>me</b></metadata><title>Mark</title>
  <path style="fill:#ff0000;stroke-width:2;-inkscape-stroke:none" d="m 1,2 3,4 z" id="p1" sodipodi:nodetypes="cccc" />
</svg>`
    expect(read(inkscape)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" id="svg1"><path fill="#ff0000" stroke-width="2" d="m 1,2 3,4 z" id="p1"/></svg>',
    )
    const illustrator = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" x="0px" y="0px" viewBox="0 0 9 9" xml:space="preserve"><rect width='9' height='9'/></svg>`
    expect(read(illustrator)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" id="Layer_1"><rect width="9" height="9"/></svg>',
    )
  })

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['foreignObject', '<foreignObject><body/></foreignObject>'],
    ['use', '<use href="#a"/>'],
    ['image', '<image href="https://evil.example/x.png"/>'],
    ['a', '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['animate', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['set', '<set attributeName="onload" to="alert(1)"/>'],
    ['style', '<style>@import url(https://evil.example)</style>'],
    ['filter', '<filter id="f"/>'],
    ['text', '<text>Brand</text>'],
    ['iframe', '<iframe src="x"/>'],
    ['svg', '<svg viewBox="0 0 1 1"/>'],
  ])('refuses the element %s by name', (name, inner) => {
    expect(read(inSvg(inner))).toContain(name)
    expect(read(inSvg(inner))).not.toContain('<svg')
  })

  it.each([
    '<path onclick="alert(1)" d="M0 0"/>',
    '<path d="M0 0" fill="url(https://evil.example/#a)"/>',
    '<path d="M0 0" style="fill:url(//evil.example)"/>',
    '<path d="M0 0" style="background:url(x)"/>',
    '<linearGradient id="a" href="https://evil.example#a"/>',
    '<linearGradient id="a" xlink:href="data:image/svg+xml,x"/>',
    '<path d="M0 0 expression(1)"/>',
    '<rect width="calc(1px)"/>',
    '<rect id="a&quot;b"/>',
    '<path d="M0 0" filter="url(#f)"/>',
    '<g href="#a"/>',
  ])('refuses what could load, run or change something: %s', (inner) => {
    expect(read(inSvg(inner))).not.toContain('<svg')
    expect(read(inSvg('<g/>', ' onload="alert(1)"'))).toContain('onload is not possible in svg')
  })

  it.each([
    '',
    'no picture',
    '<html><svg viewBox="0 0 1 1"/></html>',
    '<svg viewBox="0 0 1 1">',
    '<svg viewBox="0 0 1 1"><g></svg>',
    '<svg viewBox="0 0 1 1"/><svg viewBox="0 0 1 1"/>',
    '<svg viewBox="0 0 1 1"/><script>alert(1)</script>',
    '<svg viewBox="0 0 1 1"><![CDATA[<script>]]></svg>',
    '<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1"/>',
    '<svg viewBox="0 0 1 1">&x;</svg>',
    '<svg viewBox="0 0 1 1"><path d="M0 0" d=x/></svg>',
    '<svg/>',
    '<svg width="100%" height="100%"/>',
  ])('refuses the text %j', (text) => {
    expect(read(text)).not.toContain('<svg')
  })

  it('refuses drawings that are too large or too complex', () => {
    expect(read(inSvg(' '.repeat(maxSvgLength)))).toContain('32')
    expect(read(inSvg('<path d="M0 0"/>'.repeat(299)))).toContain('<svg')
    expect(read(inSvg('<path d="M0 0"/>'.repeat(300)))).toContain('too many')
    expect(read(inSvg(`${'<g>'.repeat(12)}${'</g>'.repeat(12)}`))).toContain('too many')
  })

  it('never lets through an element, attribute or value that is not known, whatever the text', () => {
    const piece = fc.constantFrom(
      '<svg viewBox="0 0 1 1">',
      '</svg>',
      '<g ',
      'onload="x"',
      '>',
      '/>',
      '<script>',
      '<!--',
      '-->',
      ' style="',
      '"',
      'fill:red;',
      "'",
      '<path d="M0 0"',
      'href="#x"',
      '&lt;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const result = readMarkSvg(`<svg viewBox="0 0 1 1">${pieces.join('')}</svg>`)
        expect('svg' in result ? result.svg : '').not.toMatch(/script|onload|style|<!--|&/)
      }),
    )
  })
})

describe('time to read an SVG mark', () => {
  const long = 9_000
  // Values with an error at their end, which make a regular expression with backtracking try every way to divide the
  // value. Such a test would never finish.
  it.each([
    ['points', `<polygon points="${'1'.repeat(long)};"/>`],
    ['points with signs', `<polygon points="${'1-'.repeat(long)}"/>`],
    ['points with commas', `<polygon points="${'1,,'.repeat(long)};"/>`],
    ['stroke-dasharray', `<path d="M0 0" stroke-dasharray="${'12.345 67.891 '.repeat(1_000)};"/>`],
    ['a transform', `<g transform="${'rotate(1)  ,  '.repeat(2_000)};"/>`],
    ['spaces in a transform', `<g transform="rotate(1)${' '.repeat(long)};"/>`],
    ['spaces at the start of points', `<polygon points="${' ,'.repeat(long)};"/>`],
    ['a path', `<path d="${'M0 0'.repeat(6_000)};"/>`],
    ['a paint', `<path d="M0 0" fill="rgb(${' '.repeat(long)};"/>`],
    ['a reference', `<path d="M0 0" fill="url(#${'a'.repeat(long)};"/>`],
    ['a style', `<path d="M0 0" style="fill:${': '.repeat(long)}"/>`],
    ['spaces between attributes', `<path ${' '.repeat(long)}d = ${' '.repeat(long)}x/>`],
    ['many attributes', `<path ${' d="M0 0"'.repeat(3_000)} x/>`],
    ['a long name', `<${'a'.repeat(long)}/>`],
    ['a long attribute', `<path ${'a:'.repeat(long)}="1"/>`],
    ['an open comment', `<!-${'-'.repeat(long)}`],
    ['an open instruction', `<?${'?'.repeat(long)}`],
    ['an open tag', '<'.repeat(long)],
  ])('reads an SVG mark in a short time despite a very long part with a fault at its end: %s', (_name, inner) => {
    expect(inSvg(inner).length).toBeLessThan(maxSvgLength)
    expect(read(inSvg(inner))).not.toContain('<svg')
  })

  it('reads a very long view box in a short time', () => {
    expect(read(`<svg viewBox="${'1'.repeat(9_000)};"/>`)).not.toContain('<svg')
  })
})

it('reads numbers in SVG without separators, as drawing programs write them', () => {
  const packed = inSvg(
    '<polygon points="1.5.5-2,3e-2 , 0.12345678901234 7"/><path d="M0 0" stroke-dasharray="4, 2.5"/><g transform="matrix(1 0 0 1 2 2),rotate (4)"/>',
  )
  expect(read(packed)).toBe(packed)
  for (const points of ['', ',', '1 2 x', '12345678', '1e', '--1'])
    expect(read(inSvg(`<polygon points="${points}"/>`))).not.toContain('<svg')
})

it('refuses clip paths that are clipped themselves, because each step doubles the time of drawing', () => {
  const shape = '<path d="M0 0h9v9z" clip-path="url(#a)"/>'
  const clip = '<clipPath id="a"><path d="M0 0h9v9z"/></clipPath>'
  expect(read(inSvg(clip + shape))).toContain('<svg')
  for (const inner of [
    `<clipPath id="b">${shape}</clipPath>`,
    `<clipPath id="b"><g>${shape}</g></clipPath>`,
    '<clipPath id="b" clip-path="url(#a)"><path d="M0 0h9v9z"/></clipPath>',
    '<clipPath id="b"><path d="M0 0h9v9z" style="clip-path:url(#a)"/></clipPath>',
  ])
    expect(read(inSvg(clip + inner))).toContain('clip-path is not possible')
})

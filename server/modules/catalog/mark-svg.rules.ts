import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

/** Maximum length of a logo in characters, before and after it is rewritten. */
export const maxSvgLength = 32_000
const maxElements = 300
const maxDepth = 12

type Form = { test(value: string): boolean }
const number = String.raw`[-+]?(?:\d{1,7}(?:\.\d{0,20})?|\.\d{1,20})(?:e[-+]?\d{1,2})?`
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i')
/**
 * Makes a matcher for a part that repeats up to the end of the value. Reads part by part without backtracking, because
 * a single regular expression would take hours for a long value with an error at its end.
 */
const series = (part: string): Form => {
  const next = new RegExp(String.raw`(?:${part})[\s,]*`, 'iy')
  return {
    test(value) {
      let at = value.length - value.replace(/^[\s,]+/, '').length
      if (at === value.length) return false
      while (at < value.length) {
        next.lastIndex = at
        if (!next.test(value)) return false
        at = next.lastIndex
      }
      return true
    },
  }
}
const length = whole(`${number}(?:px|%)?`)
const numbers = series(String.raw`${number}(?!\d)`)
const paint = whole(
  String.raw`#[0-9a-f]{3,8}|[a-z]{1,24}|(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{1,60}\)|url\(#[\w-]{1,64}\)`,
)
const local = whole(String.raw`url\(#[\w-]{1,64}\)`)
const word = whole('[a-z-]{1,24}')
const id = whole(String.raw`[\w-]{1,64}`)
const path = whole(String.raw`[\d\s.,e+\-mlhvcsqtaz]*`)
const transform = series(String.raw`(?:matrix|translate|scale|rotate|skewX|skewY)\s{0,9}\([\d\s.,e+-]{1,200}\)`)

/** Attributes that any element may have, with the form of their values. */
const common: Readonly<Record<string, Form>> = {
  id,
  transform,
  fill: paint,
  'fill-opacity': length,
  'fill-rule': word,
  stroke: paint,
  'stroke-width': length,
  'stroke-opacity': length,
  'stroke-linecap': word,
  'stroke-linejoin': word,
  'stroke-miterlimit': length,
  'stroke-dasharray': { test: (value) => value === 'none' || numbers.test(value) },
  'stroke-dashoffset': length,
  opacity: length,
  color: paint,
  display: word,
  'clip-path': local,
  'clip-rule': word,
}
const lengths = (...names: string[]) => Object.fromEntries(names.map((name) => [name, length]))
const gradient = {
  gradientUnits: word,
  gradientTransform: transform,
  spreadMethod: word,
  href: whole(String.raw`#[\w-]{1,64}`),
}

/** SVG elements that a logo may contain, with the attributes that only they may have. */
const elements: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  svg: {
    viewBox: numbers,
    ...lengths('x', 'y', 'width', 'height'),
    preserveAspectRatio: whole('[a-z]{1,12}(?: [a-z]{1,6})?'),
  },
  g: {},
  defs: {},
  path: { d: path },
  rect: lengths('x', 'y', 'width', 'height', 'rx', 'ry'),
  circle: lengths('cx', 'cy', 'r'),
  ellipse: lengths('cx', 'cy', 'rx', 'ry'),
  line: lengths('x1', 'y1', 'x2', 'y2'),
  polyline: { points: numbers },
  polygon: { points: numbers },
  linearGradient: { ...gradient, ...lengths('x1', 'y1', 'x2', 'y2') },
  radialGradient: { ...gradient, ...lengths('cx', 'cy', 'r', 'fx', 'fy', 'fr') },
  stop: { offset: length, 'stop-color': paint, 'stop-opacity': length },
  clipPath: { clipPathUnits: word },
}
/** SVG elements without effect on the picture, which drawing programs add. They are left out with all their content. */
const dropped = new Set(['title', 'desc', 'metadata'])
/** SVG attributes without effect on the picture of a logo. */
const droppedAttribute =
  /^(?:xmlns|xml:|data-|aria-|role$|class$|version$|baseProfile$|enable-background$|overflow$|font-|text-|letter-spacing$|word-spacing$|writing-mode$|mix-blend-mode$|isolation$|paint-order$|vector-effect$|shape-rendering$|image-rendering$|color-|focusable$)|^(?!xlink:)[\w-]+:/

type ReadSvg = { readonly svg: string } | { readonly fault: Sentence }

class Unfit extends Error {
  readonly fault: Sentence
  constructor(fault: Sentence) {
    super(fault.code)
    this.fault = fault
  }
}

/**
 * Reads an SVG drawing and writes it anew with nothing but known elements and attributes: no script, style sheet,
 * reference to another file or embedded page can be in the result. Drawings that would look different are refused.
 */
export function readMarkSvg(text: string): ReadSvg {
  try {
    if (text.length > maxSvgLength) throw new Unfit(sentence('mark.tooLarge', { most: maxSvgLength / 1000 }))
    return { svg: rewrite(text) }
  } catch (error) {
    if (error instanceof Unfit) return { fault: error.fault }
    throw error
  }
}

const tokens =
  /<!--[^]*?-->|<\?[^>]*\?>|<!DOCTYPE[^[>]*>|<(\/?)([A-Za-z][\w:.-]{0,60})((?:\s+[\w:.-]{1,60}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y
const attributes = /([\w:.-]{1,60})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

function rewrite(text: string): string {
  const open: string[] = []
  const written: string[] = []
  let [at, count, skipped] = [0, 0, 0]
  let isOver = false
  const source = text.replace(/^\ufeff/, '')
  while (at < source.length) {
    tokens.lastIndex = at
    const token = tokens.exec(source)
    if (!token) throw new Unfit(sentence('mark.notSvg'))
    at = tokens.lastIndex
    const [all, slash, name, list = '', selfClosing] = token
    if (name === undefined) {
      if (skipped === 0 && !all.startsWith('<') && all.trim() !== '') throw new Unfit(sentence('mark.notSvg'))
      continue
    }
    if (slash) {
      if (open.pop() !== name) throw new Unfit(sentence('mark.notSvg'))
      if (skipped > 0) skipped -= 1
      else written.push(`</${name}>`)
      isOver = open.length === 0
      continue
    }
    if (isOver || (open.length === 0 && name !== 'svg')) throw new Unfit(sentence('mark.notSvg'))
    count += 1
    if (count > maxElements || open.length >= maxDepth) throw new Unfit(sentence('mark.tooComplex'))
    const isSkipped = skipped > 0 || dropped.has(name) || name.includes(':')
    if (!isSkipped) {
      if (!Object.hasOwn(elements, name) || (name === 'svg' && open.length > 0))
        throw new Unfit(sentence('mark.element', { element: name }))
      const isClip = name === 'clipPath' || open.includes('clipPath')
      written.push(`<${name}${writeAttributes(name, list, isClip)}${selfClosing ? '/>' : '>'}`)
    }
    if (selfClosing) isOver = open.length === 0
    else {
      open.push(name)
      if (isSkipped) skipped += 1
    }
  }
  if (!isOver || open.length > 0) throw new Unfit(sentence('mark.notSvg'))
  return written.join('')
}

/**
 * Writes the attributes of an SVG element. `isClip`: the element is a clip path or a part of one. A clip path may not
 * be clipped itself, because nested ones double the drawing work at each level.
 */
function writeAttributes(element: string, list: string, isClip: boolean): string {
  const given = [...list.matchAll(attributes)].flatMap(([, name = '', double, single]): [string, string][] => {
    const value = double ?? single ?? ''
    return name === 'style' ? declarations(value) : [[name === 'xlink:href' ? 'href' : name, value]]
  })
  // A declaration in the `style` attribute overrides the attribute of the same name.
  const values = new Map(given)
  const allowed = { ...common, ...elements[element] }
  const kept = [...values].flatMap(([name, raw]) => {
    const value = raw.trim()
    const form = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!form) {
      if (droppedAttribute.test(name)) return []
      throw new Unfit(sentence('mark.attribute', { attribute: name, element }))
    }
    if (isClip && name === 'clip-path') throw new Unfit(sentence('mark.attribute', { attribute: name, element }))
    if (!form.test(value)) throw new Unfit(sentence('mark.value', { attribute: name, element }))
    return [[name, value] as const]
  })
  if (element !== 'svg') return kept.map(([name, value]) => ` ${name}="${value}"`).join('')
  const root = new Map(kept)
  const box = root.get('viewBox') ?? boxOf(root)
  if (box.split(/[\s,]+/).length !== 4) throw new Unfit(sentence('mark.noSize'))
  for (const name of ['viewBox', 'x', 'y', 'width', 'height']) root.delete(name)
  return [['xmlns', 'http://www.w3.org/2000/svg'], ['viewBox', box], ...root]
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function boxOf(root: ReadonlyMap<string, string>): string {
  const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(root.get(name) ?? ''))
  if (!width || !height || root.get('width')?.endsWith('%')) throw new Unfit(sentence('mark.noSize'))
  return `0 0 ${width} ${height}`
}

const declarations = (style: string): [string, string][] =>
  style.split(';').flatMap((each): [string, string][] => {
    const [name = '', ...value] = each.split(':')
    return name.trim() === '' || name.trim().startsWith('-') ? [] : [[name.trim(), value.join(':').trim()]]
  })

/**
 * Look of the shop: two colours and how round its corners are. Style sheets, mails and pictures are written in the
 * default look, and `recolour` changes them to the shop's.
 */
export const cornerSteps = ['square', 'soft', 'round'] as const
type Corners = (typeof cornerSteps)[number]
export type Look = { readonly main: string; readonly accent: string; readonly corners: Corners }

export const defaultLook: Look = { main: '#006d52', accent: '#ffcb36', corners: 'soft' }
const radii: Readonly<Record<Corners, number>> = { square: 3, soft: 12, round: 20 }

/** Lowest contrast allowed between text and background, from WCAG 2.2 AA. */
const leastContrast = 4.5
export const colourPattern = /^#[0-9a-f]{6}$/

type Lch = readonly [lightness: number, chroma: number, hue: number]

const toLinear = (byte: number) => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const channelsOf = (hex: string) => [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16)))

/** Converts an sRGB colour to OKLCH, by https://bottosson.github.io/posts/oklab/. */
function toLch(hex: string): Lch {
  const [r = 0, g = 0, b = 0] = channelsOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)]
}

function toLinearRgb([lightness, chroma, hue]: Lch): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Converts OKLCH to the nearest colour that screens can show: lowers the chroma until it fits into sRGB. */
function toHex([lightness, chroma, hue]: Lch): string {
  const light = Math.min(1, Math.max(0, lightness))
  let inside = chroma
  while (inside > 0 && toLinearRgb([light, inside, hue]).some((part) => part < -0.0005 || part > 1.0005))
    inside = Math.max(0, inside - 0.002)
  const bytes = toLinearRgb([light, inside, hue]).map((part) => {
    const clipped = Math.min(1, Math.max(0, part))
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const lowestContrast = (colour: string, on: readonly string[]) => Math.min(...on.map((hex) => contrastOf(colour, hex)))

/**
 * Changes the lightness of a colour in small steps until the contrast is enough; the chroma falls only where sRGB
 * demands it.
 */
function adjusted(hex: string, step: number, isEnough: (colour: string) => boolean): string {
  const [lightness, chroma, hue] = toLch(hex)
  let colour = hex
  for (let by = step; !isEnough(colour) && Math.abs(by) <= 1; by += step) colour = toHex([lightness + by, chroma, hue])
  return colour
}

/** Colours of road signs and the map, which a brand's colours never replace. */
const kept = new Set(['#00996a', '#2fd49a', '#cde9d0', '#163322'])
const white = '#ffffff'
/**
 * Backgrounds on which links and coloured buttons appear: `--bg`, `--mist`, `--land`, `--way-tint`, `--m-land` and
 * `--m-block` of the light theme, the lightest two of the dark one (`--raised`, `--way-tint-2`).
 */
const papers = {
  light: [white, '#f4f9f7', '#e6f0eb', '#e3f6ee', '#e9efec', '#e2eae6'],
  dark: ['#2f4038', '#17402f'],
}
const ink = '#12221c'
const [mainLightness, mainChroma, mainHue] = toLch(defaultLook.main)
/** Range of hues (radians) that are shifted with the main colour: all greys and tints of the default look lie in it. */
const hues = { from: 2.55, to: 3.25 }

type Palette = (hex: string) => string

function createPalette({ main, accent }: Look): Palette {
  const [lightness, chroma, hue] = toLch(main)
  const turned = (hex: string, most = 1.2): string => {
    const [l, c, h] = toLch(hex)
    return toHex([l, c * Math.min(most, chroma / mainChroma), h + hue - mainHue])
  }
  /**
   * Recolours a shade of the main colour: keeps its distance from the main colour, and makes it dark enough for white
   * text.
   */
  const shade = (hex: string): string => {
    const [l, c, h] = toLch(hex)
    const moved = toHex([l + lightness - mainLightness, (c * chroma) / mainChroma, h + hue - mainHue])
    return adjusted(moved, -0.005, (colour) => contrastOf(white, colour) >= leastContrast)
  }
  const lightOn = (hex: string, ...on: string[]) =>
    adjusted(turned(hex), 0.005, (colour) => lowestContrast(colour, on) >= leastContrast)
  const [accentLightness, accentChroma, accentHue] = toLch(accent)
  const shades = ['#005d45', '#00513c', '#00765a', '#00866a', '#005a43']
  /** Default colours with a conversion of their own. Computed on demand, because each takes many steps. */
  const own = new Map<string, () => string>([
    [defaultLook.main, () => main],
    ...shades.map((hex) => [hex, () => shade(hex)] as const),
    ['#cfeadf', () => lightOn('#cfeadf', main)],
    ['#d3efe4', () => lightOn('#d3efe4', shade('#00866a'))],
    ['#58d8ae', () => lightOn('#58d8ae', ...papers.dark.map((hex) => turned(hex)))],
    [defaultLook.accent, () => accent],
    ['#ffd965', () => toHex([accentLightness + 0.025, accentChroma * 0.85, accentHue])],
  ])
  const other = (hex: string): string => {
    const [, c, h] = toLch(hex)
    const isTinted = c > 0.002 && h > hues.from && h < hues.to && !kept.has(hex)
    return isTinted ? turned(hex) : hex
  }
  const named = new Map<string, string>()
  return (hex) => {
    const colour = named.get(hex) ?? (own.get(hex) ?? (() => other(hex)))()
    named.set(hex, colour)
    return colour
  }
}

const isColour = ({ main, accent }: Look) => main === defaultLook.main && accent === defaultLook.accent
let last: { readonly key: string; readonly palette: Palette } | null = null

/** Changes the default colours and radius in a style sheet, a picture or a mail to those of the shop. */
export function recolour(text: string, look: Look): string {
  const round = look.corners === 'soft' ? text : text.replaceAll(/--r:\s?12px/g, `--r:${radii[look.corners]}px`)
  if (isColour(look)) return round
  const key = `${look.main} ${look.accent}`
  if (last?.key !== key) last = { key, palette: createPalette(look) }
  const { palette } = last
  return round.replaceAll(/#[0-9a-f]{6}\b/gi, (hex) => palette(hex.toLowerCase()))
}

/** Recolours only styles and colours of markup. Texts stay, even if they name a colour. */
export const recolourMarkup = (markup: string, look: Look): string =>
  markup.replaceAll(/<style>[^<]*<\/style>|\b(?:style|bgcolor|fill|stroke)="[^"]*"/g, (part) => recolour(part, look))

type ContrastCheck = {
  readonly of: 'button' | 'link' | 'accent'
  readonly theme: 'light' | 'dark'
  readonly colour: string
  readonly ratio: number
  /** Nearest colour of the same hue with enough contrast; null if the chosen colour already has it. */
  readonly instead: string | null
}

/**
 * Checks the contrast of texts in the shop's two colours. In the dark theme the main colour is adjusted, so that its
 * buttons and links always pass.
 */
export function checkContrast(look: Look): ContrastCheck[] {
  const of = (hex: string) => recolour(hex, look)
  const check = (
    name: ContrastCheck['of'],
    theme: ContrastCheck['theme'],
    colour: string,
    others: (colour: string) => readonly string[],
    step: number,
    alsoInstead: readonly string[] = [],
  ): ContrastCheck => {
    const ratioOf = (each: string) => lowestContrast(each, others(each))
    const ratio = ratioOf(colour)
    const isFit = (each: string) => lowestContrast(each, [...others(each), ...alsoInstead]) >= leastContrast
    const instead = ratio >= leastContrast ? null : adjusted(colour, step, isFit)
    return { of: name, theme, colour, ratio: Math.floor(ratio * 100) / 100, instead }
  }
  /** Backgrounds of the light theme, which are tinted by the main colour. */
  const light = (main: string) => papers.light.map((hex) => recolour(hex, { ...look, main }))
  const link = check('link', 'light', look.main, light, -0.005)
  // The ink is tinted by the main colour, so a proposed accent must also suit the ink of a proposed main colour.
  const proposedInk = recolour(ink, { ...look, main: link.instead ?? look.main })
  return [
    check('button', 'light', look.main, () => [white], -0.005),
    link,
    check('button', 'dark', of('#00765a'), () => [white], -0.005),
    check('link', 'dark', of('#58d8ae'), () => papers.dark.map(of), 0.005),
    check('accent', 'light', look.accent, () => [of(ink)], 0.005, [proposedInk]),
    check('accent', 'dark', look.accent, () => [of(ink)], 0.005, [proposedInk]),
  ]
}

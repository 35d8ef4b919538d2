import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkContrast,
  contrastOf,
  cornerSteps,
  defaultLook,
  recolour,
  recolourMarkup,
  type Look,
} from './brand-look.ts'

const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
const plum: Look = { main: '#7a1f5c', accent: '#9be7ff', corners: 'square' }

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Colours of the design tokens that show a brand, in both themes. */
const branded = (css: string) =>
  [...css.matchAll(/--(?:plate|plate-hi|plate-deep|on-plate-2|mark|way|way-tint|way-tint-2):\s?(#[0-9a-f]{6})/g)].map(
    ([, hex = '']) => hex,
  )

describe('look of the shop', () => {
  it('the default look leaves the style sheet unchanged', () => {
    expect(recolour(tokens, defaultLook)).toBe(tokens)
  })

  it('replaces every colour that shows the brand, and keeps the colours of status signs and maps', () => {
    const changed = recolour(tokens, plum)
    expect(branded(tokens).length).toBeGreaterThan(12)
    for (const hex of branded(tokens)) expect(changed).not.toContain(hex)
    expect(changed).toContain('--plate: #7a1f5c')
    expect(changed).toContain('--mark: #9be7ff')
    expect(changed).toMatch(/--r:3px/)
    for (const sign of ['--stop', '--info', '--note', '--clear', '--slow', '--jam', '--focus', '--m-water', '--m-park'])
      expect(changed.match(new RegExp(`${sign}: (#\\w+)`))?.[1], sign).toBe(
        tokens.match(new RegExp(`${sign}: (#\\w+)`))?.[1],
      )
  })

  it('keeps texts readable on greys that follow the main colour', () => {
    const changed = recolour(tokens, plum)
    const [light = '', dark = ''] = changed.split(`[data-theme='dark']`)
    for (const css of [light, dark]) {
      const of = (name: string) =>
        new RegExp(`--${name}: (#[0-9a-f]{3,6})`).exec(css)?.[1]?.replace(/^#fff$/, '#ffffff') ?? ''
      for (const text of ['ink', 'ink-2', 'ink-3', 'way']) {
        expect(contrastOf(of(text), of('bg')), text).toBeGreaterThan(4.5)
        expect(contrastOf(of(text), of('card')), text).toBeGreaterThan(4.5)
      }
    }
  })

  it('proposes an accessible colour for any main and accent colour, and needs no proposal in the dark theme', () => {
    fc.assert(
      fc.property(colour, colour, fc.constantFrom(...cornerSteps), (main, accent, corners) => {
        const checks = checkContrast({ main, accent, corners })
        const mended = {
          corners,
          main: checks.find(({ of, instead }) => of === 'link' && instead)?.instead ?? main,
          accent: checks.find(({ of, instead }) => of === 'accent' && instead)?.instead ?? accent,
        }
        for (const { of, theme, instead, ratio } of checkContrast(mended)) {
          expect(instead, `${of} ${theme} ${ratio} ${JSON.stringify(mended)}`).toBeNull()
          expect(ratio).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 20, examples: [['#81a0a1', '#000012', 'square']] },
    )
  })

  const themesOf = (look: Look) =>
    recolour(tokens, look)
      .split(`[data-theme='dark']`)
      .map((css) => (name: string) => {
        const [, hex = ''] = new RegExp(`--${name}: (#[0-9a-f]{3,6})`).exec(css) ?? []
        return hex === '#fff' ? '#ffffff' : hex
      })
  /** Background colours of pages and console on which these texts, links and buttons appear; see the style sheets. */
  const surfaces = ['bg', 'mist', 'land', 'card', 'way-tint', 'm-land', 'm-block']
  const texts = ['way', 'ink', 'ink-2', 'ink-3']
  const pairs = [
    ...texts.flatMap((text) => surfaces.map((surface) => [text, surface])),
    ...['ink', 'ink-2', 'way'].map((text) => [text, 'raised']),
    ['ink', 'way-tint-2'],
  ]

  it('never accepts a colour with which a text on any surface that occurs has a contrast below 4.5', () => {
    const parts = ['00', '40', '80', 'bf', 'ff']
    const mains = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))
    for (const given of mains) {
      const look: Look = { main: given, accent: given, corners: 'soft' }
      const faults = checkContrast(look)
      const insteadOf = (field: string) =>
        faults.find(({ of, theme, instead }) => of === field && theme === 'light' && instead)?.instead ?? given
      const accepted = { ...look, main: insteadOf('link'), accent: insteadOf('accent') }
      expect(checkContrast(accepted).map(({ instead }) => instead)).toEqual(Array.from({ length: 6 }, () => null))
      for (const [theme, of] of themesOf(accepted).entries()) {
        for (const [text = '', surface = ''] of pairs)
          expect(
            contrastOf(of(text), of(surface)),
            `${accepted.main}: ${text} on ${surface} ${theme}`,
          ).toBeGreaterThanOrEqual(4.5)
        for (const plate of ['plate', 'plate-hi', 'plate-deep'].map(of).filter(Boolean)) {
          expect(contrastOf('#ffffff', plate), `${accepted.main}: plate ${theme}`).toBeGreaterThanOrEqual(4.5)
          expect(contrastOf(of('on-plate-2'), plate), `${accepted.main}: plate ${theme}`).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })

  it('accepts the default look', () => {
    expect(checkContrast(defaultLook).map(({ instead }) => instead)).toEqual(Array.from({ length: 6 }, () => null))
  })

  it('changes styles and colours of markup, and no texts', () => {
    const told = (hex: string) =>
      `<style>a{color:${hex}}</style><td bgcolor="${hex}" style="color:${hex}"><path fill="${hex}" stroke="${hex}"/>`
    const words = '<a href="https://shop.example/#006d52" title="#006d52">Paint #006d52, style=#006d52</a>'
    expect(recolourMarkup(`${told('#006d52')}${words}`, plum)).toBe(`${told(plum.main)}${words}`)
  })

  it('measures contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
    expect(checkContrast({ ...defaultLook, main: '#ff0000' })[0]).toEqual({
      of: 'button',
      theme: 'light',
      colour: '#ff0000',
      ratio: 3.99,
      instead: expect.stringMatching(/^#[ef][0-9a-f]0{4}$|^#[0-9a-f]{6}$/) as string,
    })
  })
})

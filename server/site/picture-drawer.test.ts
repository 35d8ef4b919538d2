import { afterEach, describe, expect, it } from 'vitest'
import type { SiteMark } from '#shared/site.ts'
import { createMarkedDrawer, createPictureDrawer, type PictureDrawer } from './picture-drawer.ts'

let drawer: PictureDrawer
afterEach(() => drawer.stop())

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="M0 0h9v9H0z"/></svg>`
const sizeOf = (png: Buffer | null) => png && [png.readUInt32BE(16), png.readUInt32BE(20)]

it('pictures are drawn as PNG in their size, and drawing continues after an invalid one', async () => {
  drawer = createPictureDrawer('/nowhere')
  const drawn = [drawer.draw(svg(1200, 630)), drawer.draw('<svg'), drawer.draw(svg(500, 500))] as const
  expect(sizeOf(await drawn[0])).toEqual([1200, 630])
  await expect(drawn[1]).rejects.toThrow('SVG')
  expect(sizeOf(await drawn[2])).toEqual([500, 500])
})

it('a limited number of pictures wait to be drawn, and further ones are refused until later', async () => {
  drawer = createPictureDrawer('/nowhere')
  const all = await Promise.all(Array.from({ length: 40 }, () => drawer.draw(svg(10, 10))))
  expect(all.filter((png) => png === null)).toHaveLength(24)
  expect(sizeOf(await drawer.draw(svg(10, 10)))).toEqual([10, 10])
})

/**
 * SVG that never finishes: each clip path draws the previous one twice, so that the last one would take thousands of
 * years.
 */
const endless = () => {
  const steps = Array.from({ length: 60 }, (_, step) => {
    const shape = `<path d="M0 0h9v9z" clip-path="url(#c${step})"/>`
    return `<clipPath id="c${step + 1}">${shape}${shape}</clipPath>`
  })
  const first = '<clipPath id="c0"><path d="M0 0h9v9z"/></clipPath>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${first}${steps.join('')}<path d="M0 0h9v9z" clip-path="url(#c60)"/></svg>`
}

it('a drawing that never ends fails in time, and waiting pictures are drawn', async () => {
  drawer = createPictureDrawer('/nowhere', 3_000)
  const drawn = [drawer.draw(svg(10, 10)), drawer.draw(endless()), drawer.draw(svg(20, 20))] as const
  await drawn[0]
  await expect(drawn[1]).rejects.toThrow('in time')
  expect(sizeOf(await drawn[2])).toEqual([20, 20])
})

describe("pictures with the shop's logo", () => {
  const mark: SiteMark = { kind: 'svg', data: 'bad' }
  const drawn: string[] = []
  const faults: unknown[] = []
  const draw = async (text: string) => {
    drawn.push(text)
    if (text.includes('bad')) throw new Error('not in time')
    return text.includes('busy') ? null : Buffer.from(text)
  }
  const svgOf = (of: SiteMark | null) => of?.data ?? 'shipped'
  afterEach(() => {
    drawn.length = 0
    faults.length = 0
  })

  it("show the shipped logo if the shop's own cannot be drawn, without trying it for every picture", async () => {
    const drawMarked = createMarkedDrawer(draw, (error) => faults.push(error))
    const plain = { png: Buffer.from('shipped'), isWhole: false }
    expect(await drawMarked(mark, svgOf)).toEqual(plain)
    expect(await drawMarked(mark, svgOf)).toEqual(plain)
    expect(drawn).toEqual(['bad', 'shipped', 'shipped'])
    expect(faults).toHaveLength(1)
    const good = await drawMarked({ kind: 'svg', data: 'good' }, svgOf)
    expect(good).toEqual({ png: Buffer.from('good'), isWhole: true })
  })

  it("fail if not even the picture without the shop's logo can be drawn, and wait while too many are being drawn", async () => {
    const drawMarked = createMarkedDrawer(draw, (error) => faults.push(error))
    await expect(drawMarked(null, () => 'bad')).rejects.toThrow('not in time')
    expect(await drawMarked(mark, () => 'busy')).toBeNull()
  })
})

import { afterEach, expect, it } from 'vitest'
import { createPictureDrawer, type PictureDrawer } from './picture-drawer.ts'

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

it('a limited number of drawings wait, and the rest is refused until later', async () => {
  drawer = createPictureDrawer('/nowhere')
  const all = await Promise.all(Array.from({ length: 40 }, () => drawer.draw(svg(10, 10))))
  expect(all.filter((png) => png === null)).toHaveLength(24)
  expect(sizeOf(await drawer.draw(svg(10, 10)))).toEqual([10, 10])
})

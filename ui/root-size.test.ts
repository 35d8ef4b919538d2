import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

async function rootSize(width: number): Promise<number> {
  const css = await readFile(new URL('./tokens.css', import.meta.url), 'utf8')
  const [, vw, percent] = /\nhtml \{\n {2}font-size: max\(([\d.]+)vw, ([\d.]+)%\);/.exec(css) ?? []
  return Math.max((Number(vw) * width) / 100, (Number(percent) * 16) / 100)
}

it('a rem is 50 px up to a window width of 960 px and grows beyond it', async () => {
  expect([await rootSize(320), await rootSize(960)]).toEqual([50, 50])
  expect(await rootSize(962)).toBeGreaterThan(50)
  expect(await rootSize(1_920)).toBeCloseTo(100, 2)
})

it('no text is smaller than 14 px, at any width', async () => {
  const css = await readFile(new URL('./tokens.css', import.meta.url), 'utf8')
  const smallest = [...css.matchAll(/--t-[\w]+: (?:min\()?(?:clamp\()?([\d.]+)\*var\(--px\)/g)].map(([, pixels]) =>
    Number(pixels),
  )
  expect(smallest.length).toBe(12)
  expect(Math.min(...smallest)).toBe(14)
})

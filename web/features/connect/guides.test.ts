import { describe, expect, it } from 'vitest'
import en from '#text/en/site/guides.ts'
import zh from '#text/zh-CN/site/guides.ts'
import { apps } from './apps.ts'
import { scenes } from './guide-scenes.ts'

describe.each(apps)('guide of $name', ({ id, import: opens }) => {
  it('a guide has three or four steps in both languages, each with its drawing', () => {
    expect([3, 4]).toContain(scenes[id].length)
    for (const { steps } of [en, zh]) expect(steps[id]).toHaveLength(scenes[id].length)
  })

  it('names the marked control of each drawing in its sentence', () => {
    for (const { steps, alts } of [en, zh])
      for (const [index, { mark, text }] of steps[id].entries()) {
        expect(text, text).toContain(mark)
        expect(alts[scenes[id][index] ?? 'form'](mark), text).not.toMatch(/[“「"][”」"]/)
      }
  })

  it('pastes the link, or opens the app with it', () => {
    const shown = scenes[id]
    expect(shown.some((scene) => ['form', 'pick', 'page'].includes(scene))).toBe(true)
    expect(shown.includes('page') && opens === null).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const spot = { place: 'people', id: '482019337' } as const
const other = { place: 'orders', id: 'A1B2-C3D4' } as const
const wei = { tab: 'w1', operatorId: 'wei', name: 'Wei' }
const ann = { tab: 'a1', operatorId: 'ann', name: 'Ann' }

function open() {
  const clock = { at: 0 }
  return { clock, presence: createPresence(() => clock.at) }
}

describe('presence of operators', () => {
  it('lists the other operators at a record, each once and never the caller', () => {
    const { presence } = open()
    presence.put({ ...ann, spot })
    presence.put({ ...wei, spot })
    presence.put({ ...wei, tab: 'w2', spot })
    expect(presence.othersAt(spot, 'ann')).toEqual(['Wei'])
    expect(presence.othersAt(spot, 'wei')).toEqual(['Ann'])
    expect(presence.othersAt(other, 'ann')).toEqual([])
  })

  it('an update returns the records that somebody started or stopped looking at', () => {
    const { presence } = open()
    expect(presence.put({ ...ann, spot })).toEqual([spot])
    expect(presence.put({ ...ann, spot })).toEqual([])
    expect(presence.put({ ...ann, spot: other })).toEqual([spot, other])
    expect(presence.put({ ...ann, spot: null })).toEqual([other])
    expect(presence.spots()).toEqual([])
  })

  it('an operator is forgotten after twelve seconds without an update', () => {
    const { presence, clock } = open()
    presence.put({ ...wei, spot })
    clock.at = 11_999
    expect(presence.othersAt(spot, 'ann')).toEqual(['Wei'])
    clock.at = 12_000
    expect(presence.sweep()).toEqual([spot])
    expect(presence.othersAt(spot, 'ann')).toEqual([])
  })

  it('an operator cannot change the tab of another operator', () => {
    const { presence } = open()
    presence.put({ ...wei, spot })
    expect(presence.put({ ...ann, tab: wei.tab, spot: null })).toEqual([])
    expect(presence.othersAt(spot, 'ann')).toEqual(['Wei'])
  })

  it('an operator has at most forty tabs', () => {
    const { presence } = open()
    for (let tab = 0; tab < 50; tab++) presence.put({ ...wei, tab: `t${tab}`, spot: { place: 'orders', id: `${tab}` } })
    expect(presence.spots()).toHaveLength(40)
  })
})

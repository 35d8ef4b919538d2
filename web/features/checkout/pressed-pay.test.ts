import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/client/fake-browser.test-support.ts'
import { firstState } from './checkout-state.ts'
import { startShown, takePressedPay } from './pressed-pay.ts'

class Form {
  readonly tag = 'form'
}
class Input {
  readonly tag = 'input'
}
const press = [{}, new Form()] as const
const tick = [{}, new Input()] as const

let storage: Storage
beforeEach(async () => {
  storage = (await fakeBrowser()).localStorage
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('HTMLInputElement', Input)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const early = (...events: readonly (readonly [object, object])[]) => {
  vi.stubGlobal('window', { early: [...events] })
  return window.early
}

test('no press on Pay before the island ran leaves the stored choice in force', () => {
  early(tick)
  expect(takePressedPay(null)).toBe(false)
  expect(takePressedPay({ goodsId: 'plan-6' })).toBe(false)
})

test.each([
  ['signed in, nothing stored', true, [press], null],
  ['signed in, another plan and currency stored', true, [press], { goodsId: 'plan-6', currency: 'CNY' }],
  ['signed out, nothing stored', false, [press], null],
  ['signed out, after a tick', false, [tick, press], null],
] as const)('a press on Pay before the island ran is replayed: %s', (_, isSignedIn, events, stored) => {
  if (isSignedIn) storage.setItem('token', 'x')
  const list = early(...events)
  expect(takePressedPay(stored)).toBe(true)
  expect(list).toHaveLength(events.length)
})

test.each([
  ['a stored promo code, signed in', true, [press], { promoCode: 'WELCOME10' }],
  ['a stored promo code, signed out', false, [press], { promoCode: 'WELCOME10' }],
  ['a tick before the press, signed in', true, [tick, press], null],
  ['a tick between two presses, signed in', true, [press, tick, press], null],
] as const)('a press on Pay is taken back, and other events stay: %s', (_, isSignedIn, events, stored) => {
  if (isSignedIn) storage.setItem('token', 'x')
  const list = early(...events)
  expect(takePressedPay(stored)).toBe(false)
  expect(list.map(([, target]) => target)).toEqual(events.filter((each) => each === tick).map(([, target]) => target))
})

test('the checkout starts from the method that the page shows, or from the default if it shows none', () => {
  vi.stubEnv('SSR', false)
  const find = vi.fn<(selector: string) => { value: string } | null>(() => ({ value: 'unionpay' }))
  vi.stubGlobal('document', { querySelector: find })
  expect(startShown(firstState)).toEqual({ ...firstState, preferred: 'unionpay' })
  expect(find).toHaveBeenCalledWith('#methods [checked]')
  find.mockReturnValue(null)
  expect(startShown(firstState)).toBe(firstState)
})

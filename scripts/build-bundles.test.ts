import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commonRooms, isPlain } from './build-bundles.ts'

const root = path.dirname(import.meta.dirname)

describe('shared bundle', () => {
  it('every shared folder exists', () => {
    expect(commonRooms.filter((room) => !existsSync(path.join(root, 'web', room)))).toEqual([])
  })

  it.each(['web/client/api.ts', 'web/display/comma.ts', 'shared/money.ts', 'ui/toast.ts'])(
    'the file %s is in the shared bundle',
    (file) => {
      expect(existsSync(path.join(root, file))).toBe(true)
      expect(isPlain(path.join(root, file))).toBe(true)
    },
  )

  it.each([
    'web/forms/use-editor.ts',
    'web/client/session.ts',
    'web/display/lazy-part.tsx',
    'web/display/describe-connection.ts',
    'web/payment/order.ts',
  ])('the file %s uses React or belongs to few pages, and is not in the shared bundle', (file) => {
    expect(existsSync(path.join(root, file))).toBe(true)
    expect(isPlain(path.join(root, file))).toBe(false)
  })
})

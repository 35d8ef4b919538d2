import { describe, expect, it } from 'vitest'
import { describeWriteFault, fromCaller } from './caller-folder.ts'

describe('file named on the command line', () => {
  it('is seen from the folder in which the person stands', () => {
    expect(fromCaller('copies/a', '/home/ann')).toBe('/home/ann/copies/a')
    expect(fromCaller('../copies', '/home/ann')).toBe('/home/copies')
  })

  it('is seen from the working folder if nothing changed it', () => {
    expect(fromCaller('copies', '')).toBe(`${process.cwd()}/copies`)
  })

  it('keeps an absolute path', () => {
    expect(fromCaller('/srv/copies', '/home/ann')).toBe('/srv/copies')
  })
})

describe('folder that cannot be written', () => {
  const failed = (code: string) => Object.assign(new Error(`${code}: mkdir`), { code })
  it.each(['EACCES', 'EPERM', 'EROFS'])('names a folder that can be written after %s', (code) => {
    expect(describeWriteFault('/root/copies', '/var/lib/wayfare', failed(code))).toBe(
      'The user of the service cannot write to /root/copies. Name a folder inside /var/lib/wayfare.',
    )
  })

  it('keeps the words of other errors', () => {
    expect(describeWriteFault('/root/copies', '/var/lib/wayfare', failed('ENOSPC'))).toBe('ENOSPC: mkdir')
  })
})

import { expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

// On dark pages, a QR code without its own light margin cannot be scanned (anypay/anypay#1007, polkadot-js/apps#4390).
// ISO/IEC 18004 requires a margin of four modules.
it.each(['weixin://wxpay/bizpayurl?pr=AbCdEf0', 'https://qr.alipay.com/bax03431ljhokirwl38f00a7', 'x'.repeat(300)])(
  'the QR code of %s keeps four light modules on each side',
  (text) => {
    const { path, side } = qrPath(text)
    const columns: number[] = []
    const rows: number[] = []
    for (const [, x, y, strokes = ''] of path.matchAll(/M(\d+) ([\d.]+)([^M]*)/g)) {
      let at = Number(x)
      rows.push(Math.floor(Number(y)))
      for (const [, kind, length] of strokes.matchAll(/([mh])(\d+)/g)) {
        if (kind === 'h') columns.push(at, at + Number(length))
        at += Number(length)
      }
    }
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([4, side - 4])
    expect([Math.min(...rows), Math.max(...rows)]).toEqual([4, side - 5])
  },
)

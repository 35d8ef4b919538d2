import './qr.css'
import qrcode from 'qrcode-generator'

const quietZone = 4

/** A QR code as one path: dark on white in both themes, with its quiet zone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (code.isDark(row, column)) path += `M${column + quietZone} ${row + quietZone}h1v1h-1z`
  const side = size + 2 * quietZone
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${side} ${side}`} width="184" height="184" role="img" aria-label={label}>
        <path d={path} fill="#000" />
      </svg>
    </div>
  )
}

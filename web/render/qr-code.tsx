import qrcode from 'qrcode-generator'

/** A QR code as one path, four modules of quiet zone around it. Rendered on the server alone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++) {
    for (let from = 0; from < count; from++) {
      let to = from
      while (to < count && code.isDark(row, to)) to++
      if (to > from) path += `M${from + 4} ${row + 4}h${to - from}v1h-${to - from}z`
      from = to
    }
  }
  return (
    <svg viewBox={`0 0 ${count + 8} ${count + 8}`} role="img" aria-label={label}>
      <path d={path} fill="#12221c" />
    </svg>
  )
}

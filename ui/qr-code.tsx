import './qr.css'
import { qrPath } from '#shared/qr-path.ts'

export const QrCode = (code: { text: string; label: string }) => (
  <div className="qr">
    <QrSvg {...code} />
  </div>
)

/** QR code, drawn dark in both themes, so it needs a white background. */
function QrSvg({ text, label }: { text: string; label: string }) {
  const { path, side } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="184" height="184" role="img" aria-label={label}>
      <path d={path} stroke="#000" />
    </svg>
  )
}

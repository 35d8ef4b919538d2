import './qr.css'
import { QrSvg } from './qr-svg.tsx'

export const QrCode = (code: { text: string; label: string }) => (
  <div className="qr">
    <QrSvg {...code} />
  </div>
)

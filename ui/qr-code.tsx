import './qr.css'
import { QrSvg } from './qr-svg.tsx'

/** A QR code on a white plate. */
export const QrCode = (code: { text: string; label: string }) => (
  <div className="qr">
    <QrSvg {...code} />
  </div>
)

import { QrCode } from '#ui/qr-code.tsx'

/** Apart from the page, because what draws it is larger than the page. */
export default function LinkQr(code: { readonly text: string; readonly label: string }) {
  return <QrCode {...code} />
}

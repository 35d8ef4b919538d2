type Code = { readonly path: string; readonly side: number }

/** So many pixels is a module wide in the picture: sharp on a poster. */
const pixels = 16

/** A QR code as a file that any program scales: black on white, with its quiet zone. */
export const qrDrawing = ({ path, side }: Code): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * pixels}" height="${side * pixels}" ` +
  `shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`

/** The same as a picture. Rejects where the browser hands none out. */
export async function qrPixels({ path, side }: Code): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: side * pixels, height: side * pixels })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas here')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixels, pixels)
  context.stroke(new Path2D(path))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture of the code')
  return blob
}

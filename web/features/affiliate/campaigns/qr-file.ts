type Code = { readonly path: string; readonly side: number }

const pixels = 16

export const qrDrawing = ({ path, side }: Code): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * pixels}" height="${side * pixels}" ` +
  `shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`

/** Creates the PNG file of a QR code. Rejects if the browser blocks reading the canvas. */
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

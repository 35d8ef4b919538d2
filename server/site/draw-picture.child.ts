// Child process that draws pictures. Unlike a thread, it can be killed while it draws.
import { Resvg } from '@resvg/resvg-js'

export type Drawn = { readonly png: Uint8Array } | { readonly fault: string }

const font = { fontFiles: process.argv.slice(2), loadSystemFonts: false }

function draw(svg: string): Drawn {
  try {
    return { png: new Resvg(svg, { font }).render().asPng() }
  } catch (error) {
    return { fault: String(error) }
  }
}

process.on('message', (svg: string) => process.send?.(draw(svg)))

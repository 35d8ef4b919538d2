import { workerData, parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'

const { fontFiles } = workerData as { fontFiles: string[] }

parentPort?.on('message', (svg: string) => {
  const font = { fontFiles, loadSystemFonts: false }
  const png = new Resvg(svg, { font }).render().asPng()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, which has no origin
  parentPort?.postMessage(png)
})

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { FairQueue } from '../fair-queue.ts'

export type ReencodedImage = { readonly webp: Buffer; readonly width: number; readonly height: number }
export type ImageFault = 'TooManyPixels' | 'Broken'
export type Reencoded =
  | { readonly ok: true; readonly image: ReencodedImage }
  | { readonly ok: false; readonly fault: ImageFault }

const child = fileURLToPath(new URL('reencode.child.ts', import.meta.url))
const sharpEntry = createRequire(import.meta.url).resolve('sharp')
/**
 * File permissions of the decoder: only its own file and packages, so no keys or settings. They restrict its scripts
 * and what libvips requests from Node; a native exploit is contained by the limits of the process and of the systemd
 * unit.
 */
export const decoderPermissions: readonly string[] = [
  '--permission',
  ...[child, sharpEntry.slice(0, sharpEntry.lastIndexOf('node_modules') + 'node_modules/'.length)].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  '--allow-addons',
]
const timeoutMs = 15_000
/** Data segment limit in KiB; a progressive picture of 50 million pixels needs half of it. */
const maxMemoryKb = 1_200_000
const maxCpuSeconds = 12
const maxOutputBytes = 8 * 1024 * 1024
const tooManyPixels = 3
/** Runs one at a time, as a picture may take seconds. Heavy requesters only delay themselves, even with many accounts. */
const queue = new FairQueue({ running: 1, perLane: 2, waiting: 16, perGroup: 6 })

/**
 * Re-encodes a picture so only its visible content remains: no location, camera data or hidden second content. Runs in
 * a separate process without environment, one at a time; running out of time or memory counts as a broken picture.
 * `lane`: account; accounts take turns. `group`: network of the upload, which can fill less than half of the queue.
 * Null if too many wait.
 */
export async function reencodeImage(bytes: Uint8Array, lane: string, group?: string): Promise<Reencoded | null> {
  try {
    return await queue.run(lane, () => reencodeNow(bytes), group)
  } catch (error) {
    if (error instanceof AppError && error.status === 'Unavailable') return null
    throw error
  }
}

async function reencodeNow(bytes: Uint8Array): Promise<Reencoded> {
  // If memory runs out, the kernel kills this process and never the database. The file does not exist on every system.
  const limits = `echo 1000 >/proc/self/oom_score_adj; ulimit -d ${maxMemoryKb}; ulimit -t ${maxCpuSeconds}; ulimit -c 0; exec "$0" "$@"`
  const node = [...decoderPermissions, '--max-old-space-size=128', '--no-warnings', child]
  const running = spawn('/bin/sh', ['-c', limits, process.execPath, ...node], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    cwd: '/',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const chunks: Buffer[] = []
  let size = 0
  running.stdout.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > maxOutputBytes) running.kill('SIGKILL')
    else chunks.push(chunk)
  })
  // The process may exit before it has read everything.
  running.stdin.on('error', () => {})
  running.stdin.end(bytes)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  running.once('error', reject).once('close', resolve)
  const code = await promise
  if (code !== 0) return { ok: false, fault: code === tooManyPixels ? 'TooManyPixels' : 'Broken' }
  const output = Buffer.concat(chunks)
  return {
    ok: true,
    image: { width: output.readUInt32BE(0), height: output.readUInt32BE(4), webp: output.subarray(8) },
  }
}

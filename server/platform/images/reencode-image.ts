import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { FairQueue } from '../fair-queue.ts'

export type ReencodedImage = { readonly bytes: Buffer; readonly width: number; readonly height: number }
type ImageFault = 'TooManyPixels' | 'Broken'
type Reencoded =
  | { readonly ok: true; readonly image: ReencodedImage }
  | { readonly ok: false; readonly fault: ImageFault }

const child = fileURLToPath(new URL('reencode.child.ts', import.meta.url))
const sharpEntry = createRequire(import.meta.url).resolve('sharp')
/**
 * File access of the decoder process: only its own file and packages, so no keys or settings. This does not stop a
 * native exploit; the process limits and the systemd unit do.
 */
export const decoderPermissions: readonly string[] = [
  '--permission',
  ...[child, sharpEntry.slice(0, sharpEntry.lastIndexOf('node_modules') + 'node_modules/'.length)].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  '--allow-addons',
]
const timeoutMs = 15_000
/** Memory limit in KiB of the decoder process; a progressive picture of 50 million pixels needs half of it. */
const maxMemoryKb = 1_200_000
const maxCpuSeconds = 12
const maxOutputBytes = 8 * 1024 * 1024
const tooManyPixels = 3
/**
 * Queue that decodes one picture at a time, because each may take seconds. Heavy uploaders only delay themselves, even
 * with many accounts.
 */
const queue = new FairQueue({ running: 1, perLane: 2, waiting: 16, perGroup: 6 })

/**
 * Re-encodes a picture, so that only its visible content remains: no location, camera data or hidden second content.
 * `lane`: account; `group`: network of the upload, which can fill less than half of the queue; `as`: a photo becomes
 * WebP, the shop's mark a small PNG. Returns null if too many uploads wait; running out of time or memory counts as a
 * broken picture.
 */
export async function reencodeImage(
  bytes: Uint8Array,
  lane: string,
  group?: string,
  as: 'photo' | 'mark' = 'photo',
): Promise<Reencoded | null> {
  try {
    return await queue.run(lane, () => reencodeNow(bytes, as), group)
  } catch (error) {
    if (error instanceof AppError && error.status === 'Unavailable') return null
    throw error
  }
}

async function reencodeNow(bytes: Uint8Array, as: 'photo' | 'mark'): Promise<Reencoded> {
  // If memory runs out, the kernel should kill the decoder process and not the database. Systems other than Linux have
  // no oom_score_adj.
  const limits = `echo 1000 >/proc/self/oom_score_adj; ulimit -d ${maxMemoryKb}; ulimit -t ${maxCpuSeconds}; ulimit -c 0; exec "$0" "$@"`
  const node = [...decoderPermissions, '--max-old-space-size=128', '--no-warnings', child, as]
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
  // The decoder process may exit before it has read the whole picture, which raises this error event.
  running.stdin.on('error', () => {})
  running.stdin.end(bytes)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  running.once('error', reject).once('close', resolve)
  const code = await promise
  if (code !== 0) return { ok: false, fault: code === tooManyPixels ? 'TooManyPixels' : 'Broken' }
  const output = Buffer.concat(chunks)
  return {
    ok: true,
    image: { width: output.readUInt32BE(0), height: output.readUInt32BE(4), bytes: output.subarray(8) },
  }
}

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
 * What the decoder may read: its own file and the packages, and so no key and no setting. This holds its scripts and what libvips
 * asks Node for; a fault in native code that runs code of its own is held by the limits of the process and of the service's unit.
 */
export const decoderPermissions: readonly string[] = [
  '--permission',
  ...[child, sharpEntry.slice(0, sharpEntry.lastIndexOf('node_modules') + 'node_modules/'.length)].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  '--allow-addons',
]
const timeoutMs = 15_000
/** Of data, in KiB: a progressive picture of 50 million pixels takes half of it. */
const maxMemoryKb = 1_200_000
const maxCpuSeconds = 12
const maxOutputBytes = 8 * 1024 * 1024
const tooManyPixels = 3
/** One at a time. Each picture may take seconds: who sends many waits behind themselves, also under many names. */
const queue = new FairQueue({ running: 1, perLane: 2, waiting: 16, perGroup: 6 })

/**
 * Decodes a picture and encodes it anew, so that nothing of the file stays but what is seen: no place, no camera, no
 * second content. It is done in a process of its own, one at a time, which gets no environment and whose end by time or
 * memory is a broken picture. `lane`: the account it is of; accounts take turns. `group`: the network
 * that it comes from, which fills less than half of the places. Null where too many wait already.
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
  // Where memory ends, the kernel ends this process, and never the database. Not every system has this file.
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
  // It may have ended before it read everything.
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

// Runs in a process of its own, whose memory and time are limited: bytes of a stranger on its input, a picture on its output.
import sharp from 'sharp'

/** Phones make pictures of up to 50 million pixels; what claims more is not opened. */
const maxPixels = 50_000_000
/** A picture of one pixel by 49 million has few bytes and takes the whole time that a picture may. */
const maxInputSide = 12_000
/** Text on a screenshot stays readable. */
const maxSide = 2_000
const exitCodes = { tooManyPixels: 3, broken: 4 } as const

sharp.cache(false)
sharp.concurrency(1)
// No reader but these three, whatever the bytes say they are.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)

try {
  const picture = sharp(Buffer.concat(chunks), { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  // The header alone: nothing is decoded yet.
  const { width, height } = await picture.metadata()
  if (Math.max(width, height) > maxInputSide) process.exit(exitCodes.tooManyPixels)
  const { data, info } = await picture
    // Which side is up is all that stays of what the camera wrote.
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: 8 })
    .toBuffer({ resolveWithObject: true })
  const size = Buffer.alloc(8)
  size.writeUInt32BE(info.width, 0)
  size.writeUInt32BE(info.height, 4)
  process.stdout.write(Buffer.concat([size, data]))
} catch (error) {
  const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
  process.exitCode = isTooLarge ? exitCodes.tooManyPixels : exitCodes.broken
}

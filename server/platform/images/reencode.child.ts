// Child process with limited memory and time: reads an untrusted picture from stdin and writes a new one to stdout.
import sharp from 'sharp'

/** Phones take pictures of up to 50 million pixels; larger ones are rejected. */
const maxPixels = 50_000_000
/**
 * Maximum width and height in pixels of a picture that is accepted. A picture of one pixel by 49 million is a small
 * file but would use the whole time limit.
 */
const maxInputSide = 12_000
/** Longest side of a re-encoded picture in pixels, large enough to keep text on screenshots readable. */
const maxSide = 2_000
/** True for the shop's mark (logo), which is drawn as an icon of at most 512 pixels. */
const isMark = process.argv[2] === 'mark'
const side = isMark ? 512 : maxSide
const exitCodes = { tooManyPixels: 3, broken: 4 } as const

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)

try {
  const picture = sharp(Buffer.concat(chunks), { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { width, height } = await picture.metadata()
  if (Math.max(width, height) > maxInputSide) process.exit(exitCodes.tooManyPixels)
  const { data, info } = await picture
    // Applies the orientation to the pixels. The output contains no metadata of the picture.
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toFormat(isMark ? 'png' : 'webp', isMark ? { palette: true, effort: 7 } : { quality: 82 })
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

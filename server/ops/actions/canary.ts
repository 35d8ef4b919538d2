import { createPrivateKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { describeCanary, readToday } from '#server/modules/canary/canary.service.ts'
import { fingerprintOf, readPublicKey, signText } from '#server/modules/canary/canary-signature.ts'
import { listStatements } from '#server/modules/canary/canary.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findCanaryFault, nameCanaryKey, publishCanary } from '#server/workflows/site/publish-canary.ts'
import { draftStatement } from '../canary-draft.ts'
import { formatDate, OpsError, readText, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printNext, readCursor } from '../read-cursor.ts'

const pageSize = 24

async function readGiven(context: OpsContext, option: string): Promise<Buffer> {
  const file = requireText(context, option)
  return readFile(file).catch((error: unknown) => {
    throw new OpsError(`--${option}: ${(error as Error).message}`)
  })
}

/** As `openssl` writes it (64 bytes), or the same in base64. */
function readSignature(bytes: Buffer): Buffer {
  const decoded = bytes.length === 64 ? bytes : Buffer.from(bytes.toString('latin1').trim(), 'base64')
  if (decoded.length === 64) return decoded
  throw new OpsError('A signature with Ed25519 has 64 bytes, as they are or in base64.')
}

export const canaryDraft: Action = {
  name: 'canary draft',
  role: 'owner',
  summary:
    'Prints a statement in both languages to begin with. Read it before you sign it: every sentence must be true.',
  usage: '--news TEXT > canary.txt',
  options: { news: { type: 'string' } },
  async run(context) {
    const news = requireText(context, 'news')
    const [{ brand }, today] = await Promise.all([readSettings(context.database), readToday(context.database)])
    context.printText(draftStatement(brand, today, news))
  },
}

export const canarySign: Action = {
  name: 'canary sign',
  role: 'owner',
  summary:
    'Signs a statement with your Ed25519 key and writes FILE.sig. The key need not be on a server: openssl pkeyutl -sign -rawin -inkey KEY.pem -in FILE -out FILE.sig does the same.',
  usage: '--file FILE --key KEY.pem',
  options: { file: { type: 'string' }, key: { type: 'string' } },
  async run(context) {
    const file = requireText(context, 'file')
    const text = (await readGiven(context, 'file')).toString()
    const pem = await readGiven(context, 'key')
    let key
    try {
      key = createPrivateKey(pem)
    } catch {
      key = null
    }
    if (key?.asymmetricKeyType !== 'ed25519')
      throw new OpsError('--key holds no Ed25519 private key; openssl genpkey -algorithm ed25519 makes one.')
    if (context.dryRun) return context.print(`Would write ${file}.sig.`)
    await writeFile(`${file}.sig`, signText(text, key))
    context.print(`Wrote ${file}.sig.`)
  },
}

export const canaryKey: Action = {
  name: 'canary key',
  role: 'owner',
  stepUp: 'money',
  summary:
    'Publishes the public key with which statements are checked. Tell people its fingerprint somewhere else, too.',
  usage: '--file PUBLIC.pem [--dry-run]',
  options: { file: { type: 'string' } },
  files: ['file'],
  second: async () => 'The key of the canary is named by two operators.',
  async run(context) {
    const pem = await readText(context, 'file')
    const key = readPublicKey(pem)
    if (!key) throw new OpsError('--file holds no Ed25519 public key; openssl pkey -in KEY.pem -pubout writes it.')
    if (context.dryRun) return context.print(`Would publish the key ${fingerprintOf(key)}.`)
    await nameCanaryKey(context.database, pem, context.operator)
    context.print(`Published the key ${fingerprintOf(key)}.`)
  },
}

export const canaryPublish: Action = {
  name: 'canary publish',
  role: 'owner',
  stepUp: 'money',
  summary: 'Publishes a signed statement, after its signature and its date were checked.',
  usage: '--file FILE [--signature FILE.sig] [--dry-run]',
  options: { file: { type: 'string' }, signature: { type: 'string' } },
  async run(context) {
    const bytes = await readGiven(context, 'file')
    const text = bytes.toString()
    if (!Buffer.from(text).equals(bytes)) throw new OpsError('--file is not UTF-8.')
    const values = { ...context.values, signature: context.values.signature ?? `${requireText(context, 'file')}.sig` }
    const signature = readSignature(await readGiven({ ...context, values }, 'signature'))
    const fault = context.dryRun
      ? await findCanaryFault(context.database, { text, signature })
      : await publishCanary(context.database, { text, signature }, context.operator)
    if (fault) throw new OpsError(fault)
    context.print(context.dryRun ? 'The signature and the date are right.' : 'Published. It shows within seconds.')
  },
}

export const canaryStatus: Action = {
  name: 'canary status',
  role: 'viewer',
  summary: 'Says how the newest statement stands, until when it counts, and lists those before it.',
  usage: '[--after ID]',
  options: afterOption,
  async run(context) {
    const { canaryKey: key } = await readSettings(context.database)
    const canary = await describeCanary(context.database, key)
    if (!canary) return context.print('No statement was published yet.')
    context.print(`${canary.state}; it counts until ${canary.lastGoodDay}. Key: ${canary.key?.fingerprint ?? 'none'}`)
    const statements = await listStatements(context.database, pageSize, readCursor(context, 'after', '') || null)
    context.table(
      statements.map(({ date, operator, publishedAt }) => ({ date, by: operator, published: formatDate(publishedAt) })),
    )
    printNext(context, statements, pageSize)
  },
}

import { generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { platforms } from '#shared/api-values.ts'
import { makeCertificate } from './demo-certificate.ts'
import { demoSettings } from './demo-settings.ts'
import { demoSettingsFile } from '#server/platform/demo-settings.ts'
import { demoMarker, keysDir } from '#server/platform/read-setting.ts'

const makePair = promisify(generateKeyPair)

/**
 * Creates the demo keys of DEV and TEST in `<dataDir>/keys` once, with the settings that use them: signing keys per
 * platform and for legacy clients, merchant and provider keys for the simulated payment providers, and the encryption
 * key. PROD rejects all files of this folder.
 */
export async function ensureDevKeys(dataDir: string): Promise<void> {
  const folder = keysDir(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(
    path.join(folder, demoMarker),
    'Made by a start outside PROD. APP_ENV=PROD refuses every key beside this file.\n',
  )
  await Promise.all([
    ...platforms.map((platform) => ensurePair(folder, { privateFile: `signing-${platform}.pem` })),
    ensurePair(folder, { privateFile: 'signing-compat.pem', publicFile: 'signing-compat-public.pem' }),
    ensureSecret(path.join(folder, 'secret.key')),
    ensurePair(folder, { privateFile: 'alipay-merchant-private.pem', publicFile: 'alipay-merchant-public.pem' }),
    ensurePair(folder, { privateFile: 'alipay-provider-private.pem', publicFile: 'alipay-provider-public.pem' }),
    ensurePair(folder, { privateFile: 'wechat-merchant-private.pem', publicFile: 'wechat-merchant-public.pem' }),
    ensurePair(folder, { privateFile: 'wechat-provider-private.pem', publicFile: 'wechat-provider-public.pem' }),
    ensurePair(folder, { privateFile: 'unionpay-merchant-private.pem', publicFile: 'unionpay-merchant-public.pem' }),
    ensureSigner(folder),
    ensurePair(folder, { privateFile: 'epay-merchant-private.pem', publicFile: 'epay-merchant-public.pem' }),
    ensurePair(folder, { privateFile: 'epay-provider-private.pem', publicFile: 'epay-provider-public.pem' }),
    ensureSecret(path.join(folder, 'epay.key'), '', 16),
    ensureSecret(path.join(folder, 'wechat-v3.key'), '', 16),
    ensureSecret(path.join(folder, 'stripe-api.key'), 'sk_test_'),
    ensureSecret(path.join(folder, 'stripe-endpoint.key'), 'whsec_'),
    writeFile(path.join(folder, demoSettingsFile), `${JSON.stringify(demoSettings, null, 2)}\n`),
  ])
}

async function ensureSigner(folder: string) {
  const target = path.join(folder, 'unionpay-provider-private.pem')
  if (await exists(target)) return
  const [root, signer] = await Promise.all([
    makePair('rsa', { modulusLength: 2048 }),
    makePair('rsa', { modulusLength: 2048 }),
  ])
  const issuer = 'CFCA TEST OCA1'
  const common = { issuer, issuerKey: root.privateKey }
  const rootPem = makeCertificate({ ...common, subject: issuer, publicKey: root.publicKey, isAuthority: true })
  const subject = '041@8310000000083040@中国银联股份有限公司@00000001'
  const signerPem = makeCertificate({ ...common, subject, publicKey: signer.publicKey, isAuthority: false })
  await writeFile(path.join(folder, 'unionpay-root.pem'), rootPem)
  await writePem(path.join(folder, 'unionpay-root-private.pem'), root.privateKey, 'pkcs8', 0o600)
  await writeFile(path.join(folder, 'unionpay-provider-cert.pem'), signerPem)
  await writePem(target, signer.privateKey, 'pkcs8', 0o600)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function ensureSecret(target: string, prefix = '', bytes = 32) {
  if (await exists(target)) return
  await writeFile(`${target}.new`, `${prefix}${randomBytes(bytes).toString('hex')}\n`, { mode: 0o600 })
  await rename(`${target}.new`, target)
}

async function ensurePair(folder: string, { privateFile, publicFile }: { privateFile: string; publicFile?: string }) {
  const target = path.join(folder, privateFile)
  if (await exists(target)) return
  const { privateKey, publicKey } = await makePair('rsa', { modulusLength: 2048 })
  if (publicFile) await writePem(path.join(folder, publicFile), publicKey, 'spki', 0o644)
  // Writes the private key last, by renaming, so that an interrupted start creates the pair again.
  await writePem(target, privateKey, 'pkcs8', 0o600)
}

async function writePem(file: string, key: KeyObject, type: 'spki' | 'pkcs8', mode: number) {
  await writeFile(`${file}.new`, key.export({ type, format: 'pem' }), { mode })
  await rename(`${file}.new`, file)
}

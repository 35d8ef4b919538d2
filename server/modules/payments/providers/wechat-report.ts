import { createHash, createSign, randomBytes } from 'node:crypto'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { joinLists, fetchFile } from './day-list.ts'
import { ProviderSilent } from './port.ts'
import { readReport } from './wechat-report.rules.ts'

type Answer = { readonly status: number; readonly data: unknown }
type Signer = { readonly merchantId: string; readonly serial: string; readonly privateKeyPem: string }

/**
 * Fetches the trade report. A signed answer names the file and its SHA-1. The file itself is unsigned, so it must match
 * that digest. `call` verifies answers.
 */
export const createWechatReport =
  (signer: Signer, call: (method: 'GET', path: string) => Promise<Answer>, timeoutMs: number) =>
  async (day: string): Promise<DayList | 'not_ready'> => {
    const { status, data } = await call('GET', `v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
    const answer = data as { code?: string; hash_type?: string; hash_value?: string; download_url?: string } | null
    if (answer?.code === 'NO_STATEMENT_EXIST') return { lines: [], unread: [] }
    if (answer?.code === 'STATEMENT_CREATING') return 'not_ready'
    if (status !== 200 || answer?.hash_type !== 'SHA1' || !answer.hash_value || !answer.download_url)
      throw new ProviderSilent(`tradebill: ${answer?.code ?? status}`)
    const bytes = await download(answer.download_url, signer, timeoutMs)
    if (createHash('sha1').update(bytes).digest('hex') !== answer.hash_value.toLowerCase())
      throw new ProviderSilent('tradebill: the file is not the one that was named')
    return joinLists('tradebill', [readReport(new TextDecoder().decode(bytes), signer.merchantId)])
  }

async function download(address: string, signer: Signer, timeoutMs: number): Promise<Uint8Array> {
  try {
    const { pathname, search } = new URL(address)
    const headers = { accept: 'application/json', authorization: authorize(`${pathname}${search}`, signer) }
    return await fetchFile(address, { headers, timeoutMs })
  } catch (error) {
    throw new ProviderSilent('tradebill: the file did not come', { cause: error })
  }
}

function authorize(path: string, { merchantId, serial, privateKeyPem }: Signer): string {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256').update(`GET\n${path}\n${timestamp}\n${nonce}\n\n`)
  const parts = { mchid: merchantId, nonce_str: nonce, signature: signature.sign(privateKeyPem, 'base64'), timestamp }
  const written = Object.entries({ ...parts, serial_no: serial }).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`
}

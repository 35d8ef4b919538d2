import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { isReport, readAlipayReport } from './alipay-report.rules.ts'
import { joinLists } from './day-list.ts'
import { fetchFile, maxReportBytes } from './fetch-file.ts'
import { ProviderSilent, UnreadableList } from './port.ts'
import { unzip } from './unzip.ts'

type Answer = { readonly code?: string; readonly subCode?: string; readonly [field: string]: unknown }
type Call = (method: string, bizContent: Record<string, unknown>) => Promise<Answer>

/**
 * The trade report of a day. A signed answer names an address that lives for half a minute; the ZIP that lies there carries no
 * signature, so it is fetched from Alipay's own hosts alone, and the account and day in it must be the ones that were
 * asked for. `call` verifies answers.
 */
export const createAlipayReport =
  (config: { readonly gateway: string; readonly sellerId: string }, call: Call, timeoutMs: number) =>
  async (day: string): Promise<DayList | 'not_ready'> => {
    const answer = await call('alipay.data.dataservice.bill.downloadurl.query', { billType: 'trade', billDate: day })
    // Also a day without trade has a file, once it is written.
    if (/bill_not_exist$/i.test(answer.subCode ?? '')) return 'not_ready'
    if (answer.code !== '10000') throw new ProviderSilent(`bill: ${answer.subCode ?? answer.code}`)
    if (answer.billFileCode === 'EMPTY_DATA_WITH_BILL_FILE') return { lines: [], unread: [] }
    const address = downloadAddress(answer.billDownloadUrl, config.gateway)
    if (!address) throw new ProviderSilent('bill: a file at an address that is not Alipay’s')
    const archive = await fetchFile(address, { timeoutMs }).catch((error: unknown) => {
      throw new ProviderSilent('bill: the file did not come', { cause: error })
    })
    const texts = unzip(archive, 4 * maxReportBytes)?.map(({ bytes }) => new TextDecoder('gbk').decode(bytes))
    if (!texts) throw new UnreadableList('bill: an archive that cannot be read')
    // A large report comes in several files of details.
    return joinLists(
      'bill',
      texts.filter(isReport).map((text) => readAlipayReport(text, { ...config, day })),
    )
  }

/**
 * Where the file is fetched from; null if that is neither the gateway's own origin nor, where the gateway is Alipay's, one
 * of Alipay's hosts. Alipay writes http: only the same host by TLS is believed.
 */
export function downloadAddress(stated: unknown, gateway: string): string | null {
  if (typeof stated !== 'string' || !URL.canParse(stated)) return null
  const [url, own] = [new URL(stated), new URL(gateway)]
  if (url.username || url.password) return null
  if (url.origin === own.origin) return url.href
  const home = ['.alipay.com', '.alipaydev.com'].find((domain) => own.hostname.endsWith(domain))
  if (!home || !url.hostname.endsWith(home) || url.port !== '' || !/^https?:$/.test(url.protocol)) return null
  url.protocol = 'https:'
  return url.href
}

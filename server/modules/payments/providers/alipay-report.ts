import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { isReport, readAlipayReport } from './alipay-report.rules.ts'
import { joinLists, fetchFile, maxReportBytes } from './day-list.ts'
import { ProviderSilent, UnreadableList } from './port.ts'
import { unzip } from './unzip.ts'

type Answer = { readonly code?: string; readonly subCode?: string; readonly [field: string]: unknown }
type Call = (method: string, bizContent: Record<string, unknown>) => Promise<Answer>

/**
 * Trade report of a day. A signed answer has a download URL that is valid for half a minute. The ZIP file there is
 * unsigned, so it is fetched only from the gateway's origin or Alipay's hosts, and its merchant account and day must
 * match the request. `call` verifies answers.
 */
export const createAlipayReport =
  (config: { readonly gateway: string; readonly sellerId: string }, call: Call, timeoutMs: number) =>
  async (day: string): Promise<DayList | 'not_ready'> => {
    const answer = await call('alipay.data.dataservice.bill.downloadurl.query', { billType: 'trade', billDate: day })
    // Treats a missing file as not ready, because Alipay provides a file even for a day without trades.
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
    // Large reports have several detail files.
    return joinLists(
      'bill',
      texts.filter(isReport).map((text) => readAlipayReport(text, { ...config, day })),
    )
  }

/**
 * Download URL of the report. Null if it has a user or password, or is neither on the gateway's origin nor, for
 * Alipay's gateway, on an Alipay host. Alipay sends an http URL of its hosts, which is changed to https.
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

import { inflateSync } from 'node:zlib'
import type { BillLine } from '../bill.rules.ts'
import { toBeijingDigits } from '../beijing-time.rules.ts'
import { maxBillBytes } from './fetch-file.ts'
import { ProviderSilent } from './port.ts'
import { isSettlementFile, readSettlementFile } from './unionpay-bill.rules.ts'
import type { UnionpayForm } from './unionpay-wire.ts'
import { unzip, type UnzippedFile } from './unzip.ts'

type Post = (url: string, fields: UnionpayForm) => Promise<UnionpayForm>

/** There is no such file: not yet, or nothing was settled that day. Which of both, UnionPay does not say. */
const noFile = '98'

/**
 * The settlement file of a day, which ends at 23:00 in Beijing. It comes within the signed answer: a ZIP, deflated once
 * more, in base64. The answer repeats month and day; the year stands in the name of the file. `post` verifies answers.
 */
export const createUnionpayBill =
  (config: { readonly merchantId: string; readonly fileUrl: string }, post: Post) =>
  async (day: string): Promise<readonly BillLine[] | 'not_ready'> => {
    const settleDate = day.slice(5).replace('-', '')
    const answer = await post(config.fileUrl, {
      bizType: '000000',
      txnType: '76',
      txnSubType: '01',
      accessType: '0',
      merId: config.merchantId,
      txnTime: toBeijingDigits(new Date()),
      fileType: '00',
      settleDate,
    })
    if (answer.respCode === noFile) return 'not_ready'
    if (answer.respCode !== '00') throw new ProviderSilent(`settlement file: ${answer.respCode}`)
    if (answer.settleDate !== settleDate) throw new ProviderSilent('settlement file: an answer about another day')
    const files = unpack(answer.fileContent ?? '')?.filter(({ name }) => isSettlementFile(name, day, config.merchantId))
    const parts = files?.map(({ bytes }) =>
      readSettlementFile(Buffer.from(bytes).toString('latin1'), config.merchantId),
    )
    if (!parts || parts.length === 0 || parts.includes(null))
      throw new ProviderSilent('settlement file: one that cannot be read')
    return parts.flatMap((part) => part ?? [])
  }

function unpack(content: string): UnzippedFile[] | null {
  try {
    const archive = inflateSync(Buffer.from(content, 'base64'), { maxOutputLength: maxBillBytes })
    return unzip(archive, 4 * maxBillBytes)
  } catch {
    return null
  }
}

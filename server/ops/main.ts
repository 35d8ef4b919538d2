import os from 'node:os'
import { parseArgs } from 'node:util'
import { ensureDataDir, openStore } from '#server/db/open-store.ts'
import { takeDemoOperator } from '#server/modules/operators/operators.service.ts'
import { ConfigError, readConfig, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import type { Operator } from '#server/platform/operator.ts'
import { OpsError, type Action } from './action.ts'
import {
  affiliateList,
  affiliateResume,
  affiliateSuspend,
  affiliateTier,
  applicationApprove,
  applicationList,
  applicationReject,
  commissionHold,
  commissionRelease,
  referralList,
  referralRefuse,
  referralRelease,
} from './actions/affiliates.ts'
import { benefitsImport, benefitsList, benefitsWithdraw } from './actions/benefits.ts'
import { canaryDraft, canaryKey, canaryPublish, canarySign, canaryStatus } from './actions/canary.ts'
import { contentExport, contentImport, contentPreview, contentVersions } from './actions/content.ts'
import { errorsList, errorsShow } from './actions/errors.ts'
import { cryptoImport, cryptoRefundSent, cryptoRescan, cryptoStatus, cryptoSweepList } from './actions/crypto.ts'
import { findOrder } from './actions/find-order.ts'
import { findUser } from './actions/find-user.ts'
import {
  goodsAdd,
  goodsDescribe,
  goodsList,
  goodsRestore,
  goodsRetire,
  goodsSetGroupPrice,
  goodsSetPrice,
} from './actions/goods.ts'
import { grantTime } from './actions/grant-time.ts'
import { groupExpire, groupList, groupShow } from './actions/groups.ts'
import { listJobs, listLanes, runJob } from './actions/jobs.ts'
import { marketingExport } from './actions/marketing.ts'
import { ledgerVerify, reconcile, refund, reviewList, reviewResolve } from './actions/money.ts'
import { promoCreate, promoDisable, promoList } from './actions/promos.ts'
import { smsSpent } from './actions/sms.ts'
import {
  settlementApprove,
  settlementCancel,
  settlementList,
  settlementPaid,
  settlementPrepare,
} from './actions/settlements.ts'
import { termsList, termsPublish } from './actions/terms.ts'
import { redeemCreate, redeemDisable, redeemList } from './actions/redeem-batches.ts'

const actions: readonly Action[] = [
  findUser,
  findOrder,
  listJobs,
  listLanes,
  runJob,
  grantTime,
  refund,
  reviewList,
  reviewResolve,
  promoCreate,
  promoList,
  promoDisable,
  redeemCreate,
  redeemList,
  redeemDisable,
  groupList,
  groupShow,
  groupExpire,
  ledgerVerify,
  reconcile,
  cryptoImport,
  cryptoRefundSent,
  cryptoRescan,
  cryptoStatus,
  cryptoSweepList,
  contentExport,
  contentPreview,
  contentImport,
  contentVersions,
  canaryDraft,
  canarySign,
  canaryKey,
  canaryPublish,
  canaryStatus,
  errorsList,
  errorsShow,
  smsSpent,
  goodsList,
  goodsAdd,
  goodsSetPrice,
  goodsSetGroupPrice,
  goodsDescribe,
  goodsRetire,
  goodsRestore,
  applicationList,
  applicationApprove,
  applicationReject,
  affiliateList,
  affiliateSuspend,
  affiliateResume,
  affiliateTier,
  commissionHold,
  commissionRelease,
  referralList,
  referralRelease,
  referralRefuse,
  settlementList,
  settlementPrepare,
  settlementApprove,
  settlementPaid,
  settlementCancel,
  termsList,
  termsPublish,
  benefitsImport,
  benefitsList,
  benefitsWithdraw,
  marketingExport,
]

const shared = {
  operator: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function help(): string {
  const lines = actions.map((action) => `  ${action.name} ${action.usage}\n      ${action.summary}`)
  return `Usage: npm run ops -- ACTION [options]\n\n${lines.join('\n')}\n\nEvery action takes --operator NAME (default: your login) and --help.`
}

async function run(argv: readonly string[]): Promise<void> {
  // Some actions have two words: `content import`.
  const words = actions.some((candidate) => candidate.name === argv.slice(0, 2).join(' ')) ? 2 : 1
  const name = argv.slice(0, words).join(' ')
  const args = argv.slice(words)
  if (!name || name === 'help' || name === '--help' || name === '-h') return console.log(help())
  const action = actions.find((candidate) => candidate.name === name)
  if (!action) throw new OpsError(`There is no action "${name}".\n\n${help()}`)
  const { values } = parse(action, args)
  if (values.help) return console.log(`npm run ops -- ${action.name} ${action.usage}\n${action.summary}`)
  const config = readConfig()
  ensureDataDir(config.dataDir)
  const store = await openStore(config, createLog(config.environment, 'warn'), 'expect')
  try {
    await action.run({
      database: store.database,
      config,
      operator: await namedOperator(config, store.database, values.operator),
      dryRun: values['dry-run'] === true,
      values,
      print: (line) => console.log(line),
      table: (rows) => console.table(rows),
    })
  } finally {
    await store.close()
  }
}

async function namedOperator({ environment }: Config, database: Database, typed: unknown): Promise<Operator> {
  if (environment === 'PROD') throw new OpsError('--operator is for DEV and TEST.')
  const name = typeof typed === 'string' ? typed : os.userInfo().username
  const operator = await takeDemoOperator(database, name)
  if (!operator) throw new OpsError(`"${name}" is no name of an operator for trying things out.`)
  return operator
}

function parse(action: Action, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...action.options, ...shared }, strict: true })
  } catch (error) {
    throw new OpsError(`${(error as Error).message}\n\nnpm run ops -- ${action.name} ${action.usage}`)
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const expected = error instanceof OpsError || error instanceof ConfigError
  console.error(expected ? error.message : error)
  process.exitCode = 1
}

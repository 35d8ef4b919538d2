import type { Action } from './action.ts'
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
import { createApprovals } from './actions/approvals.ts'
import { benefitsImport, benefitsList, benefitsWithdraw } from './actions/benefits.ts'
import { canaryDraft, canaryKey, canaryPublish, canarySign, canaryStatus } from './actions/canary.ts'
import { commissionList } from './actions/commissions.ts'
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
import { operatorChange, operatorDisable, operatorInvite, operatorList, operatorReset } from './actions/operators.ts'
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

const commands: readonly Action[] = [
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
  commissionList,
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
  operatorList,
  operatorInvite,
  operatorChange,
  operatorReset,
  operatorDisable,
]

/** Everything that an operator who is signed in can do. */
export const actions: readonly Action[] = [...commands, ...createApprovals(commands)]

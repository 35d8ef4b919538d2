/** Chinese about orders, prices, affiliates and chains, by English sentence. `{0}`: filled in by the code; `{name}`: input field. */
export const moneySentences: Readonly<Record<string, string>> = {
  'There is no such case: "cases list" shows those that wait.': '没有这个案件；待处理的见“可疑案件”。',
  'This case is {0} already.': '此案件已处理（{0}）。',
  'Someone decided about this case a moment ago.': '此案件刚刚已由他人处理。',
  'No one paid from {payer} that is known here; see "payers list".': '没有从 {payer} 付款的记录，见“付款账户”。',
  'Payer {0} is blocked already.': '付款账户 {0} 已停用。',
  'Payer {0} is not blocked.': '付款账户 {0} 未停用。',
  'Blocking a payer of more than {0} accounts takes two operators.':
    '停用超过 {0} 个账号用过的付款账户须由两位运营人员决定。',
  'This customer has paid a moment ago: look at the preview once more.': '这位客户刚刚付过款，请重新预览。',
  'User {0} brought {1} already.': '{1} 已记为 {0} 邀请。',
  'No one brings themselves.': '不能邀请自己。',
  'User {0} brought {1}, or who brought them: that would be a circle.': '{1} 由 {0} 直接或间接邀请，不能互为邀请人。',
  'User {0} is suspended and earns nothing: let them go on first.': '{0} 已停用，没有收益，请先恢复。',
  'Taking back more than {0} takes two operators.': '撤销超过 {0} 须由两位运营人员决定。',
  '{amount}, {keepTime} and {takeDays} belong to the decision refund.':
    '{amount}、{keepTime} 和 {takeDays} 只用于“退款”决定。',
  'No open item {0}; see "reviews list".': '没有待复核事项 {0}，见“资金复核”。',
  'Dispute {0}: {1} of {2} would be ours again, and the time would be granted anew.':
    '争议 {0}：{2} 中的 {1} 将重新归本站，并重新发放时长。',
  'Dispute {0}: {1} of {2} would be booked as lost.': '争议 {0}：{2} 中的 {1} 将记为损失。',
  'Refund {0}: {1} would be sent again under a new number; the time goes with the last of the money.':
    '退款 {0}：{1} 将以新的编号重新发送；最后一笔钱退回时，时长一并收回。',
  'Refund {0}: {1} would count as given back; the time goes with the last of the money.':
    '退款 {0}：{1} 将计为已退回；最后一笔钱退回时，时长一并收回。',
  'That money is not here any more: decide keep.': '那笔钱已不在这里，请选择“保留”。',
  'This money buys nothing while its payer is blocked: decide refund, or lift the block by "payers unblock".':
    '付款账户停用期间，这笔款项不生效：请选择“退款”，或解除该付款账户的停用。',
  'This item is about no refund that failed.': '此事项与失败的退款无关。',
  'This item is about no dispute: nothing was won or lost.': '此事项与争议无关，没有胜负可言。',
  'No dispute is open here any more: decide keep, or refund for what is left.':
    '这里已没有未决的争议：请选择“保留”，或退还余额。',
  'This item names no order: only keep can be decided.': '此事项没有对应订单，只能选择“保留”。',
  'A dispute about this payment is open, and Stripe refuses refunds until it is over. Answer the dispute at Stripe, or record in the queue how it ended.':
    '该笔支付有未结的拒付争议，Stripe 在争议结束前不接受退款。请在 Stripe 回应争议，或在待办中记录争议结果。',
  'A dispute about this payment is open: the bank has taken the money back, and a refund would pay it twice. Record in the queue how the dispute ended.':
    '该笔支付有未结的拒付争议：银行已将款项收回，再退款会重复付出。请在待办中记录争议结果。',
  'Order {0} waits in the queue: decide it there.': '订单 {0} 在待办中等待处理：请在那里决定。',
  'No one order has this number or id.': '没有唯一对应的订单。',
  '{orders} names from 1 to {0} orders.': '{orders} 须为 1 到 {0} 笔订单。',
  '{0} Nothing of these orders can be given back.': '{0}这些订单都不能退款。',
  'More than {0} or {1} of one operator within a day goes back by two, order by order and in batches together. So does money in a currency that an order is not in.':
    '同一位运营人员一天内的退款（单笔与批量合计）超过 {0} 或 {1}，须由两位决定；退还订单币种以外的款项也一样。',
  'What is left of this order is not what it was when the refund was decided: look at it, and refund it by itself.':
    '此订单的余款与决定退款时不同：请查看后单独退款。',
  'There is no such batch of refunds.': '没有这批退款。',
  'There is no refund {0}.': '没有退款 {0}。',
  'Refund {0} has not failed.': '退款 {0} 没有失败。',
  'This was tried again before, or its money is not here any more.': '这笔退款已重试过，或钱已不在这里。',
  'At most {0} can be given back.': '最多可退 {0}。',
  '{amount} is like 12.34.': '{amount} 须形如 12.34。',
  'All of the money would be back, and takes the time with it: leave {keepTime} and {takeDays} out.':
    '全额退款会一并收回时长，请去掉 {keepTime} 和 {takeDays}。',
  'Either all of the time stays, or some days go: give {keepTime} or {takeDays}.':
    '要么保留全部时长，要么收回部分天数：{keepTime} 与 {takeDays} 只能选一个。',
  'This order paid for several seats: remove a seat, or keep the time with {keepTime}. A part of its money takes no days.':
    '此订单支付了多个席位：请移除席位，或用 {keepTime} 保留时长。部分退款不能收回天数。',
  'This order gives no time now, so no days can be taken back.': '此订单目前没有时长，无法收回天数。',
  'Days of this order that are unused: {0}. {takeDays} is more.': '此订单未使用的天数为 {0}，{takeDays} 超出了。',
  'Order {0} paid for more devices on this time: give that back first.':
    '订单 {0} 为这段时长增购了设备数，请先退那一笔。',
  'Give either {all} or {amount}.': '请填写 {all} 或 {amount} 之一。',
  '{0} Have finance prepare it.': '{0}请由财务发起。',
  'Support asks for this, and finance or an owner decides.': '客服提出申请，由财务或所有者决定。',
  'More than {0} of an order goes back by two operators. So does money in another currency.':
    '一笔订单退款超过 {0}，或涉及其他币种，须由两位运营人员决定。',
  '{0} would be back, and all of the time would stay. State that with {keepTime}, take days back with {takeDays}, or give all of it back.':
    '将退 {0}，时长全部保留。请用 {keepTime} 确认，或用 {takeDays} 收回天数，或改为全额退款。',
  'This group is over: its money went back, or does so within a minute.':
    '这个拼团已结束：款项已退回，或一分钟内退回。',
  'No one has this seat.': '这个席位没有人。',
  'This is the seat of who started the group: end the group instead, by "groups expire".':
    '这是团长的席位，请改为“立即结束拼团”。',
  'This seat has no time any more.': '这个席位已没有时长。',
  'No one sits on this seat: state {moneyBack} to give its money back.': '这个席位没有人坐；要退款请勾选 {moneyBack}。',
  'Money for this seat is on its way on a chain: wait until it has arrived.':
    '这个席位的款项正在链上到账，请等它到账。',
  'Of order {0} only {1} is left, which other seats stand on.': '订单 {0} 只剩 {1}，其他席位也靠它。',
  'There is no group {0}.': '没有拼团 {0}。',
  'No cryptocurrency is configured; see CRYPTO_CONFIG_FILE in .env.example.':
    '未配置加密货币，见 .env.example 的 CRYPTO_CONFIG_FILE。',
  'No network "{0}" is configured.': '未配置网络“{0}”。',
  '{0} derives its addresses and has no pool.': '{0} 的地址由公钥派生，没有地址池。',
  'Line {0}: "{1}" is no address of {2}.': '第 {0} 行：“{1}”不是 {2} 地址。',
  'No node knows this transaction. Check the hash, or try again in a minute.':
    '没有节点知道这笔交易。请核对哈希，或一分钟后再试。',
  'This transaction is not final on its network yet. Try again later.': '这笔交易在网络上尚未最终确认，请稍后再试。',
  'This transaction failed, or pays another address, another token, or less.':
    '这笔交易失败，或收款地址、代币不符，或金额不足。',
  'This transaction was made before the order was quoted: it paid something else.':
    '这笔交易早于订单报价，付的是别的款。',
  'The nodes contradict each other about this transaction. Look at it by hand, and try again later.':
    '各节点对这笔交易说法不一。请人工核实，稍后再试。',
  'There is no refund {0} of cryptocurrency.': '没有加密货币退款 {0}。',
  'The refund {0} is done already.': '退款 {0} 已完成。',
  '"{0}" is no hash of a transaction.': '“{0}”不是交易哈希。',
  '{0} is an address where buyers pay here: nothing was given back by that.': '{0} 是本站的收款地址，不算退款。',
  'The transaction {0} gave back another refund, or this refund was recorded before.':
    '交易 {0} 已用于另一笔退款，或这笔退款之前已登记。',
  '"{0}" is no address of {1}.': '“{0}”不是 {1} 地址。',
  '{0} was never read: there is nothing to read again.': '{0} 从未读取过，没有可重读的内容。',
  '{0} was read up to block {1}; what comes later is read anyway.': '{0} 已读到区块 {1}，之后的会自动读取。',
  'Block {0} comes after block {1}.': '区块 {0} 在区块 {1} 之后。',
  'No node of {0} can say: {1}. Try again later.': '{0} 没有节点能回答：{1}。请稍后再试。',
  '{value} is no JSON.': '{value} 不是 JSON。',
  '{value} cannot be: {0}.': '{value} 不可用：{0}。',
  '{value} is what it is already.': '{value} 与现值相同。',
  '{until} is over already.': '{until} 已过。',
  'No notice stands above the pages.': '页面上方没有公告条。',
  '{percent} is more than 0 and at most 100.': '{percent} 须大于 0，不超过 100。',
  '{off} is like CNY:2000,USD:300, in fen and cents.': '{off} 须形如 CNY:2000,USD:300，单位为分和美分。',
  '{until} is over already: give a date to come.': '{until} 已过，请填将来的日期。',
  'Give either {percent} or {off}.': '请填写 {percent} 或 {off} 之一。',
  '{code} has 3 to 32 letters, digits and dashes.': '{code} 为 3 到 32 个字母、数字和横线。',
  '{until} comes after {from}.': '{until} 须晚于 {from}。',
  'There is a code {0} already.': '优惠码 {0} 已存在。',
  'More than {0} % off takes two operators.': '优惠超过 {0}% 须由两位运营人员决定。',
  'No code {0} stands.': '没有有效的优惠码 {0}。',
  'There is a batch "{0}" already.': '批次“{0}”已存在。',
  'Codes of one operator that are worth more than {0} or {1} within a day take two.':
    '一位运营人员一天内生成的兑换码价值超过 {0} 或 {1}，须由两位决定。',
  'No plan has a price by which these codes could be measured, so they take two operators.':
    '没有套餐价格可用来估算这些兑换码的价值，须由两位运营人员决定。',
  'More than {0} codes of one operator in a day take two.': '一位运营人员一天超过 {0} 个兑换码，须由两位决定。',
  'No batch "{0}" stands.': '没有有效的批次“{0}”。',
  'A price moves by more than {0} % in a day, or stands so far below the others, by two operators.':
    '一天内价格变动超过 {0}%，或远低于其他价格，须由两位运营人员决定。',
  'There are no goods "{0}"; "plans list" names them.': '没有套餐“{0}”，见“套餐与价格”。',
  'A price changes by more than half. If you mean it, add {largeChange}.':
    '价格变动超过一半。确认无误请勾选 {largeChange}。',
  'Give either {price} or {end}.': '请填写 {price} 或 {end} 之一。',
  '{nameEn} is missing.': '请填写 {nameEn}。',
  'There are goods "{0}" already.': '套餐“{0}”已存在。',
  '{0} is not offered.': '{0} 未提供。',
  '{0} is not paused.': '{0} 未暂停。',
  'These terms cannot be published: {0}.': '条款无法发布：{0}。',
  'Someone published version {0} a moment ago.': '第 {0} 版刚被他人发布。',
  'These terms take a second operator: {0}.': '这份条款须由两位运营人员决定：{0}。',
  '{from} and {until} are dates, the earlier one first.': '{from} 和 {until} 须为日期，先早后晚。',
  'No application of {0} waits.': '{0} 没有待处理的申请。',
  'Someone decided about this application a moment ago.': '这份申请刚被他人处理。',
  '{0} is no affiliate.': '{0} 不是 KOL。',
  '{0} greets visitors by no name.': '{0} 没有填写问候访客的名字。',
  '{0} has no such link, or it has no name of its own: see "affiliates show".':
    '{0} 没有这条链接，或它没有自己的名称，见“名称与链接”。',
  'The terms know no tier {0}.': '条款里没有等级 {0}。',
  'With these words a rule marks what it holds: write the reason in others.':
    '这正是规则暂扣时所用的标记，请换一种写法说明原因。',
  'Order {0} has no commission that waits.': '订单 {0} 没有待结算的佣金。',
  'Order {0} has no commission that stands.': '订单 {0} 没有仍有效的佣金。',
  'No one brought {0}.': '{0} 没有邀请人。',
  'The referral of {0} is {1} already.': '{0} 的推荐已是 {1}。',
  'The inviter is suspended and earns nothing: let them go on first, or refuse the referral.':
    '邀请人已停用，没有收益：请先恢复，或拒绝这次推荐。',
  'This settlement is {0}: it cannot be given up.': '这笔结算处于 {0}，不能放弃。',
  'This settlement is approved: it may have been sent. Look, and state with {notSent} that it was not; or record it with "payouts paid".':
    '这笔结算已批准，可能已打款。请核实后用 {notSent} 声明未打款，或登记为已打款。',
  'No node of this chain answers. Try again later.': '该链没有节点回应，请稍后再试。',
  'Exactly this amount went to {0} since the approval, by {1}. Record it with "payouts paid".':
    '批准后已有 {1} 向 {0} 转出恰好这个金额，请登记为已打款。',
  'There is no such settlement.': '没有这笔结算。',
  'This settlement is {0}, not prepared.': '这笔结算处于 {0}，不是待批准。',
  'This settlement is {0}, not {1}.': '这笔结算是 {0}，不是 {1}。',
  'This affiliate is suspended: nothing is approved or paid.': '该 KOL 已停用，不能批准或打款。',
  'Of {0} only {1} are still owed after refunds. Cancel this settlement and prepare the month anew.':
    '{0} 中退款后只应付 {1}。请取消这笔结算，重新生成当月结算。',
  'The commissions of this settlement come to more than its amount. Cancel it and prepare the month anew.':
    '这笔结算所含佣金合计超过其金额。请取消这笔结算，重新生成当月结算。',
  'This settlement is from before operators had accounts: cancel it and prepare it anew.':
    '这笔结算早于运营账号制度，请取消并重新生成。',
  'You prepared this settlement: another operator approves it.': '这笔结算由你准备，须由另一位运营人员批准。',
  'This affiliate has not said yet where to be paid.': '该 KOL 尚未填写收款地址。',
  'The payout address was changed: nothing is approved before {0} UTC.': '收款地址已更改，{0} UTC 之前不能批准。',
  'The payout address is {0} by now, and not the one that you named.': '收款地址现在是 {0}，不是你填写的那个。',
  'Several affiliates are paid to this address: {0}. Nothing goes there before someone allows it with "payouts allow-address".':
    '多位 KOL 共用这个收款地址：{0}。有人允许共用之前不会打款。',
  '{payouts} names each settlement once, with its address: ID=ADDRESS.':
    '{payouts} 里每笔结算只写一次，并附上地址：ID=地址。',
  'One of these settlements does not exist.': '其中有不存在的结算。',
  'None of these can be approved: {0}.': '这些都不能批准：{0}。',
  'Nothing of this list can be sent on this chain now.': '这份清单里现在没有可以在该链上打款的。',
  '{again} and {unsent} are given together: why, and which file was never sent.':
    '{again} 与 {unsent} 须同时填写：说明原因，并写明哪个文件从未发送。',
  'Nothing that can be sent of this list on this chain stands last in {0}; it stands in: {1}.':
    '这份清单在该链上可以打款的部分，最后列入的文件都不是 {0}，而是：{1}。',
  'What can be sent of this list on this chain stands already in {0}. If no one sent one of these files, nor will, name it with {unsent}, and say why there is another one with {again}.':
    '这份清单在该链上可以打款的部分已列入这些文件（括号内为生成者）：{0}。如果其中某个文件没有发送、也不会再发送，请用 {unsent} 写明文件名，并用 {again} 说明为何再生成一个。',
  'This settlement stands in {0}: anyone who sends one of these files pays it. See to it that no one does, and name all of them with {files}.':
    '这笔结算已列入这些文件（括号内为生成者）：{0}。发送其中任何一个都会打款。请确保没有人再发送它们，并用 {files} 写明全部文件名。',
  'The contract of USDT on {0} is not known, and without it no file is made: describe this network, with USDT, in CRYPTO_CONFIG_FILE.':
    '不知道 {0} 上 USDT 的合约地址，不能生成打款文件。请先在 CRYPTO_CONFIG_FILE 中配置该网络及其 USDT。',
  '{file} is no file of "payouts file".': '{file} 不是打款文件。',
  '{file} has one hash a line, alone or beside the id of a settlement.': '{file} 每行一个交易哈希，可以附上结算编号。',
  'There is no such list of payouts.': '没有这份打款清单。',
  '{file} names {0}, which is not of this list.': '{file} 里的 {0} 不在这份清单中。',
  'No two affiliates are paid to this address.': '没有两位 KOL 共用这个地址。',
  'Someone decided about this settlement a moment ago.': '这笔结算刚被他人处理。',
  'This transaction is recorded for another settlement.': '这笔交易已登记给另一笔结算。',
  'This transaction is not final on its chain yet. Try again later.': '这笔交易在链上尚未最终确认，请稍后再试。',
  'This transaction was made before the settlement was approved: it paid something else.':
    '这笔交易早于结算批准，付的是别的款。',
  'This is no transaction hash of {0}.': '这不是 {0} 的交易哈希。',
  'If the money has left already, record it with the reason ({sentBefore}): what went back is then a debt of the affiliate.':
    '如果钱已打出，请填写原因（{sentBefore}）登记：退回的部分成为该 KOL 的欠款。',
  '{zone} is a time zone like Asia/Shanghai.': '{zone} 须为时区名称，如 Asia/Shanghai。',
  '{zone} is what it is already.': '{zone} 与现在的相同。',
  'The months of payouts are moved by two.': '调整结算月须由两位运营人员完成。',
  'This month is not over yet; it can be closed from {0}.': '本月尚未结束，{0} 起可以结算。',
  '{period} is a month like 2026-10.': '{period} 须为月份，如 2026-10。',
  'The id has small letters, digits and single dashes, like plan-12.': 'ID 为小写字母、数字和单个横线，如 plan-12。',
  'Names and badges have 1 to 40 characters, in both languages.': '名称和角标在两种语言里都须为 1 到 40 个字。',
  'A plan has 1 to 120 months.': '套餐为 1 到 120 个月。',
  'A plan has at most 3,660 bonus days.': '套餐最多赠送 3,660 天。',
  'A plan has 1 to 100 devices.': '套餐为 1 到 100 台设备。',
  'Goods need a price in at least one currency.': '套餐至少要有一种货币的价格。',
  'The price in {0} is more than 0 and at most 1,000,000.': '{0} 价格须大于 0，不超过 1,000,000。',
  'The list price in {0}, which is shown struck through, must be above the price.': '{0} 划线价须高于售价。',
  'There is no price in {0} that groups of {1} could be cheaper than.': '没有 {0} 价格可供 {1} 人团优惠。',
  'The price for groups of {0} in {1} is more than 0 and below the price for one.':
    '{1} 的 {0} 人团价格须大于 0，且低于单人价。',
  '{method} is not offered in {0}.': '{method} 不收 {0}。',
  '{provider} cannot take {0} in {1} here; these can: {2}.': '{provider} 在此不能以 {1} 收 {0}；可以的有：{2}。',
  '{provider} takes {0} in {1} already.': '{provider} 已在以 {1} 收 {0}。',
}

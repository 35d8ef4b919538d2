import type { Actions } from '../action-words.ts'

const actions: Actions = {
  'search.find': {
    label: '搜索',
    about:
      '按一段文字查找：用户（UID、名称、邮箱、手机号或其末几位、邀请码）、订单、支付尝试、退款、渠道交易号、链上哈希或地址、打款、拼团、优惠码或兑换码，每类五条。只读角色看到的联系方式经过遮盖，且须输入完整。',
  },
  'search.preview': {
    label: '搜索结果速览',
    about:
      '用几项要点说明用户或订单的现状，便于答复“已付款却没有开通”：会员到期、订单、最近一次支付消息、等待处理的复核。对用户显示最新订单和最近二十个订单中的支付。只读角色看到的联系方式经过遮盖。',
  },
  'today.show': {
    label: '今天',
    about:
      '显示今天（UTC）到现在的数据，与一周前同一天的相同时段对比，以及需要人处理的事项和异常。人民币和美元从不相加。',
  },
  'figures.days': {
    label: '每日数据',
    about: '显示最近若干天（UTC）的收入和转化，含今天。已结束的日子只结算一次，每晚与账本核对。',
  },
  'exports.start': {
    label: '新建导出',
    about: '将列表写成 CSV 文件，内容取自同一时刻；进度见“导出文件”。文件仅本人可读，24 小时后删除。需要验证码。',
    says: [
      '将导出 {list}，列：{columns}；含个人信息：{personal}。文件保留 {hours} 小时。',
      '正在导出 {list}，编号 {id}，见“导出文件”。文件保留 {hours} 小时。',
    ],
  },
  'exports.list': { label: '导出文件', about: '列出自己最近 24 小时的文件和已写入行数，最新的在前。' },
  'exports.read': {
    label: '读取文件',
    about: '读取自己文件的一部分，每部分 5000 行；第一部分以列名开头。每次读取都需要验证码。',
  },
  'alerts.list': {
    label: '提醒',
    about: '列出需要运营人员处理的提醒，最新的在前：未确认、已确认或已结束。原因消除后会自动结束。',
  },
  'alerts.count': { label: '提醒数量', about: '统计未确认的提醒，最多数到 1,000。' },
  'alerts.acknowledge': {
    label: '确认提醒',
    about: '表示自己正在处理，之后不再重复提醒。情况恶化会重新提醒，原因消除后自动结束。',
    says: ['将确认 {count} 条：{what}。', '已确认 {count} 条：{what}。'],
  },
  'notifications.show': {
    label: '我的通知',
    about: '显示自己接收哪些提醒、以何种方式、何时接收，以及 Webhook 是否正常。',
  },
  'notifications.set': {
    label: '设置我的通知',
    about:
      '设置自己接收哪些提醒、以何种方式、何时接收，只能由本人设置。同一类提醒每小时最多一条，紧急的每十分钟最多一条，内容不涉及任何用户。更换 Webhook 需要验证码，密钥只显示一次。减少提醒同样需要验证码，并会邮件告知本人。',
  },
  'notifications.test': {
    label: '发送示例',
    about: '通过邮件或 Webhook 给自己发送一条示例。Webhook 是否收到，见“我的通知”。每分钟限一次。',
    says: ['将通过 {channel} 发送一条示例。', '示例正在通过 {channel} 发送。'],
  },
  'audit.list': { label: '审计日志', about: '列出运营人员的操作，以及系统自动执行的操作，最新的在前。' },
  'audit.show': { label: '查看审计记录', about: '查看一条审计记录的详情。' },
  'people.find': {
    label: '查找用户',
    about:
      '按 UID、账号名、邮箱、手机号或邀请码查找账号；没有完全匹配时，按名称的开头查找，客服及以上角色还可按邮箱或手机号的开头查找。',
  },
  'people.show': {
    label: '查看用户',
    about:
      '在一页上查看用户：名称与联系方式、登录、设备、时长及其来源、订单、待复核事项、拼团、邀请、权益、佣金、线路、消息、备注以及运营人员的操作。每项显示最新的二十条。只读角色看到的联系方式经过遮盖。',
  },
  'people.end-sessions': {
    label: '结束登录',
    about: '结束用户的全部登录或其中一个。时长、设备和线路保留。',
    says: [
      '将立即结束用户 {uid} 在 {platforms} 的 {signIns} 个登录。',
      '已结束用户 {uid} 在 {platforms} 的 {signIns} 个登录。',
    ],
  },
  'people.unbind-device': {
    label: '解绑设备',
    about: '释放设备名额，并结束其登录和链接。',
    says: [
      '将解绑用户 {uid} 的 {name}；设备数：{before} → {after}，上限 {limit}。',
      '已解绑用户 {uid} 的 {name}；设备数：{before} → {after}，上限 {limit}。',
    ],
  },
  'people.reverse-grant': {
    label: '收回时长',
    about: '收回一笔赠送的或由兑换码得来的时长。付费买来的时长随退款收回。',
    says: [
      '用户 {uid} 的到期时间将从 {before} 改为 {after};终止的权益:{benefits} 项。',
      '用户 {uid} 的到期时间已从 {before} 改为 {after};已终止的权益:{benefits} 项。',
    ],
  },
  'people.ask-reverse-grant': {
    label: '申请收回时长',
    about: '申请收回一笔时长：连同预览提交，由财务或所有者同意或拒绝。',
    says: [
      '用户 {uid} 的到期时间将从 {before} 改为 {after}；终止的权益：{benefits} 项。',
      '用户 {uid} 的到期时间已从 {before} 改为 {after}；已终止的权益：{benefits} 项。',
    ],
  },
  'people.reset-second-factor': {
    label: '重置二次验证',
    about:
      '用户丢失二次验证时，移除其身份验证器、通行密钥和恢复码。24 小时后生效；没有可通知的地址时为 7 天。在此之前，用户可凭任一条消息里的链接阻止，使用原来的验证方式也会阻止。生效后全部登录结束。',
    says: [
      '用户 {uid} 的二次验证将于 {due} 移除，同时移除 {passkeys} 个通行密钥并结束 {signIns} 个登录；通知 {notified} 个地址。',
      '用户 {uid} 的二次验证于 {due} 移除，同时移除 {passkeys} 个通行密钥并结束 {signIns} 个登录，除非本人阻止；通知 {notified} 个地址。',
    ],
  },
  'people.change-address': {
    label: '更换邮箱或手机号',
    about: '用户失去原邮箱或手机号时，为其更换。原地址会收到通知，24 小时内可以阻止；新地址须在 10 天内凭验证码确认。',
    says: [
      '用户 {uid} 的 {kind} 将于 {due} 从 {before} 改为 {after}，须由新地址确认；通知 {notified} 个地址。',
      '用户 {uid} 的 {kind} 于 {due} 从 {before} 改为 {after}，须由新地址确认；通知 {notified} 个地址。',
    ],
  },
  'people.stop-change': {
    label: '阻止变更',
    about: '阻止一项尚未生效的二次验证或联系方式变更。',
    says: ['将阻止用户 {uid} 的变更（{kind}）。', '已阻止用户 {uid} 的变更（{kind}）。'],
  },
  'people.export-data': {
    label: '导出个人数据',
    about: '把该用户的全部数据写成文件交给本人，与其账户内可下载的一致。文件只给一次，不留存。',
    says: ['将把用户 {uid} 的 {rows} 行数据写入 {file}。', '已把用户 {uid} 的 {rows} 行数据写入 {file}。'],
  },
  'people.erase': {
    label: '注销账号',
    about: '应本人要求代为注销账号，与其自行操作相同：全部登录结束，7 天内登录即可保留。资金记录依法以假名保留。',
    says: [
      '用户 {uid} 将于 {erase} 注销。会失去：至 {memberUntil} 的时长、{earned} 佣金；保留已付款订单记录 {paidOrders} 笔。',
      '用户 {uid} 将于 {erase} 注销，除非在此之前登录。会失去：至 {memberUntil} 的时长、{earned} 佣金；保留已付款订单记录 {paidOrders} 笔。',
    ],
  },
  'orders.list': { label: '最新订单', about: '列出订单，最新的在前；不指定日期时为最近 90 天。' },
  'refunds.ask': {
    label: '申请退款',
    about: '申请退款：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
  'refunds.batch': {
    label: '批量退款',
    about:
      '退还多笔订单剩余的全部款项，渠道退款完成后收回对应时长。不能退的会列出原因并跳过；每笔订单单独处理，中断后继续，不会重复退款。',
  },
  'refunds.batch-lines': {
    label: '批量退款进度',
    about: '查看一批退款的进度：哪些已申请，哪些在等待，哪些跳过及原因。',
  },
  'refunds.retry': {
    label: '重试退款',
    about: '重试一笔失败的退款：金额、渠道不变，使用新编号。',
    says: [
      '订单 {number} 的退款 {refund} 失败，将重新退 {amount}。',
      '订单 {number} 的退款 {refund} 失败，已重新申请退 {amount}。',
    ],
  },
  'commissions.void': {
    label: '撤销佣金',
    about: '永久撤销一笔订单的佣金，原因会告知 KOL。已打款的部分转为欠款，从之后的结算中扣回。',
    says: [
      '将撤销 {uid} 在订单 {number} 的佣金 {amount}，其中已打款 {paid}；之后待结算 {next}。',
      '已撤销 {uid} 在订单 {number} 的佣金 {amount}，其中已打款 {paid}；目前待结算 {next}。',
    ],
  },
  'cases.list': {
    label: '可疑案件',
    about: '列出待处理的案件：几个账号有共同点，与通过它们获得的奖励相矛盾；最早的在前。',
  },
  'cases.show': { label: '查看案件', about: '查看一个案件：涉及谁、有哪些共同点、赚了多少、撤销会影响谁。' },
  'cases.payers': {
    label: '案件的付款账户',
    about: '列出案件涉及的人付款用过的银行卡、钱包或支付账户，每个一行，多人共用的在前。只保存加密摘要。',
  },
  'cases.release': {
    label: '全部放行',
    about:
      '案件中待定的奖励全部照常发放，规则不再就同样的情况提示这些人。已拒绝的邀请不变；邀请人已被暂停的，邀请予以拒绝；这些邀请被规则冻结的佣金仍待逐笔放行。',
    says: [
      '将认可 {people} 条邀请，放行 {commissions} 笔佣金；此前已拒绝或因邀请人被暂停而拒绝 {refused} 条。',
      '已认可 {people} 条邀请，放行 {commissions} 笔佣金；此前已拒绝或因邀请人被暂停而拒绝 {refused} 条。',
    ],
  },
  'cases.void': {
    label: '全部撤销',
    about:
      '撤销通过案件中这些人获得的全部奖励，原因会告知 KOL；此前由运营人员认可的邀请不受影响。已打款的部分转为欠款，从之后的结算中扣回。',
    says: [
      '将撤销 {amount}，其中已打款 {paid}；此前已认可而保留的 {spared} 条。',
      '已撤销 {amount}，其中已打款 {paid}；此前已认可而保留的 {spared} 条。',
    ],
  },
  'jobs.drop': {
    label: '放弃任务',
    about: '永久放弃一个失败的任务，它要做的事不会再自动执行。',
    says: [
      '将放弃 {kind}（{about}），已尝试 {attempts} 次：{error}。',
      '已放弃 {kind}（{about}），已尝试 {attempts} 次：{error}。',
    ],
  },
  'people.note': {
    label: '写备注',
    about: '为用户或订单写备注，仅运营人员可见。备注可以划除，不能改写，随用户注销删除。',
    says: ['将为 {about} 写备注。', '已为 {about} 写备注。'],
  },
  'people.strike-note': {
    label: '划除备注',
    about: '划除备注：内容仍可查看，并注明划除人。',
    says: ['将划除关于 {about} 的备注。', '已划除关于 {about} 的备注。'],
  },
  'orders.show': {
    label: '查看订单',
    about:
      '在一页上查看订单：从付款到应用的进度、渠道的通知、支付尝试、退款、争议、账本、佣金、时长、线路、备注，以及按时间排列的全部经过。',
  },
  'people.give-time': {
    label: '赠送时长',
    about: '给用户增加会员时长，原因会显示在用户的时长记录中。',
    says: ['将把用户 {uid} 的到期时间从 {before} 改为 {after}。', '用户 {uid} 的到期时间已从 {before} 改为 {after}。'],
  },
  'payers.list': {
    label: '付款账户',
    about: '列出某人付款用过的银行卡、钱包或支付账户，或已停用的付款账户，最新的在前。只保存加密摘要。',
  },
  'payers.block': {
    label: '停用付款账户',
    about:
      '停用一张银行卡、一个钱包或支付账户：无论谁用它付款，款项都先由人工处理，退回或解除停用之前不开通任何时长。此前已购内容保留。',
    says: [
      '将停用付款账户 {payer}（{accounts} 个账号用过）：已付款的 {paid} 笔订单不变，待付款 {waiting} 笔，涉及未成团的拼团 {groups} 个。之后的付款进入资金复核。',
      '已停用付款账户 {payer}（{accounts} 个账号用过）：已付款的 {paid} 笔订单不变，待付款 {waiting} 笔，涉及未成团的拼团 {groups} 个。之后的付款进入资金复核。',
    ],
  },
  'payers.unblock': {
    label: '恢复付款账户',
    about: '解除停用。因此等待、尚无人处理的付款在几秒内生效。',
    says: [
      '将恢复付款账户 {payer}（自 {since} 起停用）；款项将生效的订单 {orders} 笔。',
      '付款账户 {payer}（自 {since} 起停用）已恢复；款项生效的订单 {orders} 笔。',
    ],
  },
  'people.block': {
    label: '封禁账号',
    about:
      '立即封禁账号：所有登录失效且不能再登录，所有线路关闭。用户会看到原因。已购内容保留。时长默认继续计算；选择暂停的，解除封禁时补回。',
    says: [
      '将封禁用户 {uid}（对方看到：{toldReason}）：{signIns} 个登录和所有线路结束；时长暂停：{timeStops}；未完成订单 {openOrders} 个；推广者（用“暂停推广者”停止前，佣金照常产生和打款）：{earnsOn}。',
      '已封禁用户 {uid}（对方看到：{toldReason}）：{signIns} 个登录和所有线路已结束；时长暂停：{timeStops}；未完成订单 {openOrders} 个；推广者（用“暂停推广者”停止前，佣金照常产生和打款）：{earnsOn}。',
    ],
  },
  'people.unblock': {
    label: '解除封禁',
    about: '解除封禁：用户可以重新登录，剩余时长内线路恢复（封禁时选择暂停的时长一并补回），并会收到邮件通知。',
    says: [
      '用户 {uid} 自 {since} 起被封禁，将恢复登录并收到通知；补回时长 {seconds} 秒；会员到期 {memberUntil}。',
      '用户 {uid} 自 {since} 起被封禁，现已恢复登录，并会收到通知；已补回时长 {seconds} 秒；会员到期 {memberUntil}。',
    ],
  },
  'orders.find': {
    label: '查找订单',
    about: '按订单号、订单 ID、支付尝试、退款、拼团或 UID 查找订单，最新的在前；只有一笔时显示其历史。',
  },
  'orders.refund': {
    label: '订单退款',
    about: '按原路退款。全额退款在渠道完成后会同时收回时长。',
  },
  'reviews.list': {
    label: '资金复核',
    about: '列出需要人工查看的事项，最早的在前。',
  },
  'reviews.show': {
    label: '查看复核',
    about: '显示复核队列中的一项（包括已处理的）：因何提出、现在可选的处理，以及最近五个同类事项的处理结果。',
  },
  'queue.take': {
    label: '我来处理（30 分钟）',
    about: '领取一个复核事项 30 分钟，期间别人不能处理；再次领取延长 30 分钟，也可以放回。',
    says: ['将更改“{about}”的领取，截止时间：{until}。', '已更改“{about}”的领取，截止时间：{until}。'],
  },
  'reviews.ask-decide': {
    label: '申请处理复核',
    about: '申请处理一项复核：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
  'reviews.decide': {
    label: '处理复核',
    about:
      '处理复核队列中的一项。保留：不再处理。退款：退回剩余金额，或退回一部分并保留时长。败诉：争议败诉，连同涉及金额。胜诉：争议胜诉，时长还给买家。以渠道之后的通知为准。重试：重新发送失败的退款。已结清：已通过其他方式退还。',
  },
  'views.list': { label: '已存视图', about: '列出自己保存的后台地址，以及他人与你的角色共享的。' },
  'views.save': {
    label: '保存视图',
    about: '将后台的一个地址连同筛选条件存为一个名称；同名时改存新地址。共享后，同级及以上角色可以看到。',
  },
  'views.rename': { label: '重命名视图', about: '为自己的视图换一个名称。' },
  'views.remove': { label: '移除视图', about: '移除自己的一个视图；它所显示的内容不受影响。' },
  'messages.list': {
    label: '客服消息',
    about: '列出用户写给客服的消息：默认列出等待回复的，等得最久的在前；也可以看已回复或已结束的。',
  },
  'messages.show': {
    label: '查看对话',
    about: '按时间顺序查看用户写给客服的消息和回复。',
  },
  'messages.take': {
    label: '我来处理（30 分钟）',
    about: '30 分钟内由你处理这个对话，别人不会同时回复。再按一次，再延 30 分钟。',
    says: ['对话将由你处理到 {until}（用户 {uid}）。', '对话由你处理到 {until}（用户 {uid}）。'],
  },
  'messages.answer': {
    label: '回复',
    about: '回复显示在用户的账户里；用户有邮箱时同时发邮件。没有进行中的对话时，新开一个。',
  },
  'messages.reopen': {
    label: '重新打开对话',
    about: '重新打开最近结束的对话，内容不变；当时没有得到回复的用户重新进入等待。',
    says: [
      '将重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
      '已重新打开用户 {uid} 的对话；尚未回复：{unanswered}。',
    ],
  },
  'messages.close': {
    label: '结束对话',
    about: '结束用户的对话；用户再写，就是新的对话。',
    says: ['将结束用户 {uid} 的对话；尚未回复：{unanswered}。', '已结束用户 {uid} 的对话；尚未回复：{unanswered}。'],
  },
  'ledger.verify': {
    label: '核验账本',
    about: '核验资金账本：各币种借贷平衡，且与已验证的事实一致。',
  },
  'payments.lists': {
    label: '每日账单',
    about: '各支付渠道每天的账单是否已核对。缺失或无法读取的账单每六小时重试一次。',
  },
  'payments.reconcile': {
    label: '渠道对账',
    about: '将最近几天的支付与渠道数据及渠道账单比对；补记遗漏，差异转入复核。',
  },
  'groups.list': {
    label: '拼团',
    about: '列出最新的拼团，或某一状态的拼团。',
  },
  'groups.show': {
    label: '查看拼团',
    about: '查看拼团的席位、付款来源以及全部经过。',
  },
  'groups.remove-seat': {
    label: '移出席位',
    about:
      '收回某人的拼团席位和由此获得的时长。本人付的款退回；团长付款的席位可供他人免费加入，或将该席位的款项退给团长。',
  },
  'groups.ask-remove-seat': {
    label: '申请移出席位',
    about: '申请收回一个拼团席位：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
  'groups.ask-expire': {
    label: '申请结束拼团',
    about: '申请立即结束拼团：连同预览提交，由财务或所有者同意或拒绝。',
  },
  'groups.expire': {
    label: '立即结束拼团',
    about: '立即结束拼团。未满员的拼团将过期，所有款项退回。',
  },
  'plans.list': {
    label: '套餐',
    about: '列出所有套餐及价格，包括已下架的。',
  },
  'plans.compare': {
    label: '套餐与价格',
    about:
      '显示每个套餐各货币的价格、等待付款的订单和等待成团的拼团（均保留原价，附截止时间），以及最近 30 天（UTC，含今天）的收入。已结束的日期只统计一次。',
  },
  'plans.show': {
    label: '价格的影响',
    about: '显示套餐价格牵动的内容：按现行条款推广者每笔购买可得的佣金，以及使用各个可用优惠码后的实付金额。',
  },
  'plans.add': {
    label: '新增套餐',
    about: '上架一个新套餐并设置一种货币的价格；其他货币用“设置价格”添加。',
  },
  'plans.set-price': {
    label: '设置价格',
    about: '设置一种货币的价格。不填划线价则不显示划线价。',
  },
  'plans.set-group-price': {
    label: '设置拼团价',
    about: '设置两人团或三人团的每人价格，或取消该拼团优惠。已成立的拼团价格不变。',
  },
  'plans.describe': {
    label: '编辑套餐',
    about: '修改名称、角标、设备数、赠送天数或排序。',
  },
  'plans.retire': {
    label: '下架套餐',
    about: '停止销售套餐。已购买的不受影响，待支付的订单仍可支付。',
  },
  'plans.restore': {
    label: '重新上架套餐',
    about: '将已下架的套餐重新上架。',
  },
  'promos.create': {
    label: '创建优惠码',
    about: '创建优惠码。不设限制和范围时，对所有人和所有商品有效。',
    says: ['将创建优惠码 {code}。', '优惠码 {code} 现已生效。'],
  },
  'promos.list': {
    label: '优惠码',
    about: '列出优惠码及其使用情况。',
  },
  'promos.disable': {
    label: '停用优惠码',
    about: '停用优惠码。已使用该码的订单价格不变。',
    says: [
      '将停用 {code}；价格不变的待付订单：{openOrders} 笔。',
      '优惠码 {code} 已停用；价格不变的待付订单：{openOrders} 笔。',
    ],
  },
  'redeem.create': {
    label: '生成兑换码',
    about: '生成一批兑换码，仅显示一次，之后任何人都无法再次查看。',
  },
  'redeem.list': {
    label: '兑换码批次',
    about: '列出兑换码批次及已兑换数量。',
  },
  'redeem.disable': {
    label: '作废批次',
    about: '作废批次中剩余的兑换码。已兑换的时长保留。',
    says: [
      '将作废批次“{name}”：{count} 个兑换码中剩余的 {left} 个失效；已兑换且保留时长的：{redeemed} 个。',
      '批次“{name}”已作废：{count} 个兑换码中剩余的 {left} 个已失效；已兑换且保留时长的：{redeemed} 个。',
    ],
  },
  'affiliates.applications': {
    label: '推广申请',
    about: '列出待处理的推广申请，最早的在前。',
  },
  'affiliates.approve': {
    label: '通过申请',
    about: '批准申请人加入推广计划。',
    says: ['将通过 {uid} 的申请。', '{uid} 现已成为推广者。'],
  },
  'affiliates.reject': {
    label: '拒绝申请',
    about: '拒绝申请并说明原因，申请人可见。',
    says: ['将拒绝 {uid}。', '已拒绝 {uid}。'],
  },
  'affiliates.list': {
    label: '推广者',
    about: '列出推广者，最新的在前。',
  },
  'affiliates.show': {
    label: '名称与链接',
    about: '查看一位推广者：状态、等级、问候访客时用的名字，以及各条链接和它们的名称。',
  },
  'affiliates.clear-name': {
    label: '移除名称',
    about: '移除推广者问候访客的名字，或某条链接的名称（之后以地址末尾的字符为名），并说明原因，推广者会看到。',
    says: ['将移除 {uid} 的名称“{before}”。', '已移除 {uid} 的名称“{before}”，已通知对方。'],
  },
  'affiliates.suspend': {
    label: '暂停推广者',
    about: '暂停推广者并说明原因，对方可见。',
    says: ['将暂停 {uid}。', '{uid} 已暂停：新订单不再产生佣金，结算暂缓。'],
  },
  'affiliates.resume': {
    label: '恢复推广者',
    about: '恢复被暂停的推广者。',
    says: ['将恢复 {uid}。', '{uid} 已恢复。'],
  },
  'affiliates.set-tier': {
    label: '设置等级',
    about: '设置推广者今后订单的等级；auto 表示按条款自动确定。',
    says: ['将把 {uid} 的等级从 {before} 改为 {after}。', '{uid} 的等级现为 {after}。'],
  },
  'commissions.list': {
    label: '佣金',
    about:
      '列出推广者的佣金及其扣回，最新的在前。held：冻结期未满。review：复核中，不参与结算。payable：等待下次结算，按冻结期结束先后排列，最近结束的在前，扣回沿用原佣金的冻结期。settling：已进入尚未支付的结算。',
  },
  'commissions.hold': {
    label: '冻结佣金',
    about: '使订单的佣金不参与结算，并说明原因，推广者可见。',
    says: ['将冻结订单 {number} 的佣金。', '订单 {number} 的佣金已进入复核。'],
  },
  'commissions.release': {
    label: '放行佣金',
    about: '放行复核中的佣金。',
    says: ['将放行订单 {number} 的佣金。', '订单 {number} 的佣金已放行。'],
  },
  'referrals.held': {
    label: '待审邀请',
    about: '列出需人工查看后才计奖励的邀请关系。',
  },
  'referrals.release': {
    label: '计入邀请',
    about: '计入邀请关系，其消费应得的奖励现在发放。',
    says: ['{uid} 的邀请状态为 {before}，将被计入。', '{uid} 的邀请已计入。'],
  },
  'referrals.refuse': {
    label: '拒绝邀请',
    about: '拒绝邀请关系，不产生任何奖励。',
    says: ['{uid} 的邀请状态为 {before}，将被拒绝。', '{uid} 的邀请已拒绝。'],
  },
  'referrals.correct': {
    label: '更正邀请人',
    about:
      '更正是谁带来了这位客户：另一个人，或没有人。因此获得的奖励永久撤销，已打款的部分转为欠款；更正后的邀请人从此后的消费中获得奖励。',
  },
  'payouts.stages': {
    label: '结算单阶段',
    about: '统计各阶段的结算单数量和金额，与结算单列表按阶段筛选的结果一致。最多计到 1,000 笔，更多时会注明。',
  },
  'payouts.list': {
    label: '打款',
    about: '列出尚未支付或链上无法确认的结算，最早的在前。“净额”为扣除之后退款的应付金额。',
  },
  'payouts.prepare': {
    label: '生成结算',
    about: '结算一个月：为每位达到最低打款额的推广者生成结算单。重复执行不会多生成。',
  },
  'payouts.set-zone': {
    label: '设置结算月时区',
    about: '设置从下个月起按哪个时区划分结算月，未设置时按 UTC。本月仍按原来的时间结束。',
    says: [
      '从 {month} 起，结算月将由 {before} 改按 {zone} 划分：该月自 {begins} 起，至 {ends} 止。',
      '从 {month} 起，结算月由 {before} 改按 {zone} 划分：该月自 {begins} 起，至 {ends} 止。',
    ],
  },
  'payouts.approve': {
    label: '批准打款',
    about: '按填写的地址批准由另一位运营人员准备的结算，之后其收款地址不再变动。',
    says: [
      '将批准：通过 {chain} 向 {address} 支付等值 {amount} 的 USDT。',
      '已批准：通过 {chain} 向 {address} 支付等值 {amount} 的 USDT。',
    ],
  },
  'payouts.paid': {
    label: '登记已打款',
    about: '登记支付结算的链上交易；配置了节点时会在链上核对。',
    says: ['将登记 {amount} 已由 {hash} 支付（{seen}）。', '已登记 {amount} 由 {hash} 支付（{seen}）。'],
  },
  'payouts.approve-batch': {
    label: '批量批准',
    about:
      '批准由另一位运营人员准备的多笔结算，每笔写明地址，合成一份清单，用一个文件打款。不能批准的会列出原因，继续等待。',
  },
  'payouts.batches': {
    label: '打款清单',
    about: '列出一起批准的结算，最新的在前，以及其中还没有交易的部分。',
  },
  'payouts.file': {
    label: '生成打款文件',
    about: '生成批量打款工具可用的文件（CSV）及其 SHA-256。只包含现在可以打款、且尚未列入其他文件的部分。',
  },
  'payouts.check-file': {
    label: '核对打款文件',
    about: '逐行核对打款文件与现在可以打款的内容，并将其 SHA-256 与生成时登记的比对。',
  },
  'payouts.paid-batch': {
    label: '登记交易',
    about:
      '登记支付一份清单的交易。一笔交易可以支付多笔结算，逐笔在链上核对。没有对应交易的会列出，保持未付。中断后可用同一文件继续。',
  },
  'payouts.allow-address': {
    label: '允许共用地址',
    about: '允许共用同一收款地址的推广者向它打款。之后若再有人使用这个地址，只暂停此人，不影响其他人。',
    says: ['将允许共用 {address}：{affiliates}。', '已允许共用 {address}：{affiliates}。'],
  },
  'payouts.hold-address': {
    label: '暂停共用地址',
    about:
      '收回共用收款地址的许可：后来使用该地址的推广者，不再批准或打款；最早使用的人照常打款，如需一并停止，请停用该推广者。',
    says: [
      '将暂停以下推广者在 {address} 的打款：{affiliates}。未列出的人最早使用该地址，照常打款。',
      '已暂停以下推广者在 {address} 的打款：{affiliates}。未列出的人最早使用该地址，照常打款。',
    ],
  },
  'payouts.cancel': {
    label: '放弃打款',
    about:
      '放弃尚未支付的结算，其佣金等待下次结算。已批准的可能已汇出：须声明未汇出，配置了节点时会在链上核对。已列入打款文件的，须写明全部文件名。',
  },
  'terms.list': {
    label: '推广条款',
    about: '列出已发布的推广条款版本，以及今天生效的条款。',
  },
  'terms.publish': {
    label: '发布推广条款',
    about: '用 JSON 文件发布一版推广条款，自其 since 起对之后的订单生效。',
  },
  'benefits.import': {
    label: '导入权益账号',
    about: '添加发放给年付会员的账号。密码加密保存；流通中的账号不变。',
    says: [
      '将为 {kind} 添加 {added} 个账号，库存 {before} → {after}；{known} 个已存在。',
      '已为 {kind} 添加 {added} 个账号，库存 {before} → {after}；{known} 个已存在。',
    ],
  },
  'benefits.list': {
    label: '权益',
    about: '查看各权益的余量；选定一种时显示发放对象。lapsed：持有人权益已到期。',
  },
  'benefits.withdraw': {
    label: '收回权益账号',
    about: '因失效或使用者不再享有权益而停用账号。',
    says: ['将收回 {kind} 的 {account}。', '已收回 {kind} 的 {account}。'],
  },
  'benefits.describe': {
    label: '修改权益名称',
    about: '修改权益的中英文名称，会员立即可见。',
    says: ['将修改 {kind} 的名称。', '{kind} 的名称已修改。'],
  },
  'benefits.end': {
    label: '停止发放权益',
    about: '不再发放该权益。已领取的会员可继续使用，直至权益到期。',
    says: ['将停止发放 {kind}。', '{kind} 已停止发放。'],
  },
  'benefits.resume': {
    label: '恢复发放权益',
    about: '恢复发放已停止的权益。',
    says: ['将恢复发放 {kind}。', '{kind} 已恢复发放。'],
  },
  'crypto.import-addresses': {
    label: '导入地址',
    about: '向某个网络的地址池添加地址，每行一个，并注明如何找到其私钥。',
    says: [
      '将向 {name} 的地址池添加 {added} 个地址。',
      '已添加 {added} 个地址；{name} 的地址池共 {total} 个，空闲 {free} 个。',
    ],
  },
  'crypto.refund-sent': {
    label: '登记已退款',
    about: '登记手工退款的链上交易，并在链上核对是否支付到该地址。',
    says: ['将登记退款 {refund} 已发送（{seen}）。', '已登记退款 {refund} 已发送（{seen}）。'],
  },
  'crypto.rescan': {
    label: '重新扫描区块',
    about: '重新读取某个网络的区块，查找遗漏的付款。已知的不会重复计算。',
  },
  'crypto.status': {
    label: '网络状态',
    about: '各网络的读取与结算情况：距今秒数、到期与失败的付款。',
  },
  'crypto.waiting': {
    label: '等待确认的付款',
    about: '列出链上已看到、正在等待确认的付款，最早的在前。确认数已够却仍在此处的，是入账失败，会自动重试。',
  },
  'crypto.strays': {
    label: '游离转账',
    about: '列出未对应任何报价的转账，最新的在前：没有订单，或与要求不符。',
  },
  'crypto.sweep-list': {
    label: '余额分布',
    about: '据节点查询余额所在：地址、私钥位置、代币、余额、订单。',
  },
  'content.list': {
    label: '文案',
    about: '列出所有文案及其状态：已公开、待生效、已撤下、只有一种语言、有草稿。',
  },
  'content.open': {
    label: '打开文案',
    about: '查看一篇文案以供编辑：草稿、当前公开的内容、可用的占位符，以及存在的问题。',
  },
  'content.wording': {
    label: '版本内容',
    about: '查看某个版本发布时的原文。',
  },
  'content.save-draft': {
    label: '保存草稿',
    about: '保存中英文草稿，不会公开；他人在此期间保存的内容不会被覆盖。',
    says: ['将保存 {text} 的草稿。', '已保存 {text} 的草稿。'],
  },
  'content.discard-draft': {
    label: '丢弃草稿',
    about: '丢弃一篇文案的草稿，已公开的内容不变。',
    says: ['将丢弃 {by} 保存的 {text} 草稿。', '已丢弃 {text} 的草稿。'],
  },
  'content.publish-text': {
    label: '发布',
    about: '发布一篇文案的草稿，两种语言同时生效。法律文本需所有者及验证码。',
    says: ['将发布 {text}。', '已发布 {text}，数秒内生效。'],
  },
  'content.withdraw': {
    label: '撤下',
    about: '将一篇文案的两种语言从网站撤下，历史版本保留。法律文本需所有者及验证码。',
    says: ['将从网站撤下 {text}。', '{text} 将在数秒内从网站撤下。'],
  },
  'content.restore': {
    label: '重新发布此版本',
    about: '将较早的版本作为新版本再次发布。法律文本需所有者及验证码。',
    says: [
      '将把 {text} 的第 {version} 版作为第 {after} 版重新发布。',
      '{text} 的第 {version} 版已作为第 {after} 版重新公开。',
    ],
  },
  'content.export': {
    label: '导出内容',
    about: '导出当前公开的内容：文本、客户端、评价、测速、推广条款。',
  },
  'content.preview': {
    label: '比对内容',
    about: '查看导入文件夹会产生哪些变更。',
  },
  'content.publish': {
    label: '发布内容',
    about: '发布文件夹：有变更的文本生成新版本，列表整体替换。法律文本、设置和条款需所有者及验证码，客户端需验证码。',
  },
  'content.versions': {
    label: '文本版本',
    about: '列出某个文本的所有版本，最新的在前。',
  },
  'clients.list': { label: '客户端版本', about: '列出曾经提供过的全部客户端版本及下载地址，最新的在前。' },
  'clients.publish': {
    label: '发布客户端',
    about: '发布一个客户端版本，取代该平台当前提供的版本，其他平台不变。',
    says: ['将为 {platform} 提供 {after}。', '数秒内将为 {platform} 提供 {after}。'],
  },
  'clients.withdraw': {
    label: '撤下客户端',
    about: '将一个平台的客户端从网站撤下，之后可以恢复。',
    says: ['将从网站撤下 {platform} 的 {version}。', '{platform} 的 {version} 将在数秒内从网站撤下。'],
  },
  'clients.restore': {
    label: '恢复此版本',
    about: '重新提供以前的版本，取代该平台当前提供的版本。',
    says: ['将重新为 {platform} 提供 {after}。', '数秒内将重新为 {platform} 提供 {after}。'],
  },
  'segments.list': { label: '人群', about: '列出已保存的人群筛选条件。' },
  'segments.count': {
    label: '统计人群',
    about: '统计符合条件的用户，最多数到 100,000 或数一秒，并列出五位，名称经过遮盖。填写人群名称则使用已保存的条件。',
  },
  'segments.save': {
    label: '保存人群',
    about: '用一个名称保存筛选条件，同名的会被替换。已经发出的邮件不受影响。',
    says: ['将保存人群 {name}，目前可送达 {people} 人。', '已保存人群 {name}。'],
  },
  'segments.remove': {
    label: '删除人群',
    about: '删除一个人群，已发出的邮件保留。',
    says: ['将删除人群 {name}。', '已删除人群 {name}。'],
  },
  'mailings.list': { label: '群发邮件', about: '列出群发邮件及其进度，最新的在前。' },
  'mailings.show': {
    label: '查看群发邮件',
    about: '显示一次群发的内容与进度、被收件方服务器拒收的用户，以及收到后退订的人数。',
  },
  'mailings.test': {
    label: '先发给自己',
    about: '只把邮件发到自己的邮箱，内容与收件人看到的完全一致。',
    says: ['将把“{subject}”发到你的邮箱。', '“{subject}”正在发往你的邮箱。'],
  },
  'mailings.send': {
    label: '群发一封邮件',
    about:
      '向同意接收资讯的用户发送邮件，使用各自的语言，从指定时间起按限定速度发送；每人每周最多一封。可以暂停和终止。超过 1,000 人需要另一位运营人员批准。',
    says: ['将发给 {people} 人。', '发给 {people} 人的邮件将按时发送。'],
  },
  'mailings.pause': {
    label: '暂停',
    about: '暂停群发，恢复前不再发给更多人；已在途中的仍会送达。',
    says: ['将暂停 {name}。', '{name} 已暂停。'],
  },
  'mailings.resume': {
    label: '继续发送',
    about: '让暂停的群发从停下的位置继续。',
    says: ['将继续发送 {name}。', '{name} 继续发送。'],
  },
  'mailings.stop': {
    label: '终止',
    about: '彻底终止群发，等待发送的也不再发出。',
    says: ['将彻底终止 {name}。', '{name} 已终止。'],
  },
  'canary.draft': {
    label: '起草声明',
    about: '生成两种语言的声明草稿。签名前请通读：每句话都必须属实。',
  },
  'canary.sign': {
    label: '签署声明',
    about: '用你的 Ed25519 私钥签署声明，得到 FILE.sig。私钥不必放在服务器上。',
  },
  'canary.key': {
    label: '发布金丝雀公钥',
    about: '发布用于核验声明的公钥。请同时在其他渠道公布其指纹。',
    says: ['将发布公钥 {fingerprint}。', '已发布公钥 {fingerprint}。'],
  },
  'canary.publish': {
    label: '发布声明',
    about: '核验签名与日期后，发布已签署的声明。',
    says: ['签名与日期无误。', '已发布，数秒内生效。'],
  },
  'canary.status': {
    label: '金丝雀',
    about: '查看最新声明的状态、有效期以及历史声明。',
  },
  'keys.list': {
    label: '加密密钥',
    about: '列出本数据库用过的 SECRET_KEY_FILE 密钥：哪个用于加密、哪些能解密、哪些已停用。',
  },
  'keys.reseal': {
    label: '重新加密',
    about: '把用其他密钥加密的内容，分批改用 SECRET_KEY_FILE 的首个密钥加密。可随时中断后重跑，并报告各密钥剩余行数。',
  },
  'keys.retire': {
    label: '停用密钥',
    about:
      '声明旧密钥不再需要，之后可从 SECRET_KEY_FILE 中删去该行。仍有内容用它加密时会被拒绝；更换前发出的邮件里的链接将失效。',
    says: ['将停用密钥 {key}。', '已停用密钥 {key}：请删去该行并重启所有进程。'],
  },
  'jobs.list': {
    label: '任务',
    about: '列出任务：等待中、执行中、已放弃（dead），或最近一周完成的。',
  },
  'jobs.lanes': {
    label: '任务队列',
    about: '查看各任务队列：等待数量与时长、执行中、已放弃，以及渠道是否无响应。',
  },
  'jobs.run': {
    label: '立即执行任务',
    about: '让一个等待中或已放弃的任务，或全部已放弃的任务立即到期，由运行中的服务器或 worker 执行。',
  },
  'errors.list': {
    label: '错误',
    about: '列出接口、任务和浏览器中的错误，按此顺序，最新的在前。仅 PROD 上报。',
  },
  'errors.show': {
    label: '查看错误',
    about: '查看一个错误及其堆栈。',
  },
  'sms.spent': {
    label: '短信用量',
    about: '按国家区号列出最近 14 天（UTC）的短信、因预算拒发的数量以及今日余量。',
  },
  'marketing.export': {
    label: '导出转化',
    about: '将来自广告的注册与购买连同 gclid 等导出为 CSV，供上传。',
    says: ['将把 {count} 条转化写入 {file}。', '已把 {count} 条转化写入 {file}。'],
  },
  'operators.list': {
    label: '运营账号',
    about: '列出运营账号及角色。demo：试用过的名称，不能登录。',
  },
  'operators.invite': {
    label: '邀请运营人员',
    about: '创建运营账号并生成邀请链接，本人须在 24 小时内用它设置自己的口令和二次验证；从未使用的账号则换新链接。',
  },
  'operators.change': {
    label: '更改角色',
    about: '更改运营人员的角色，其登录全部失效。',
    says: ['{name} 的角色将从 {before} 改为 {after}。', '{name} 的角色已从 {before} 改为 {after}。'],
  },
  'operators.reset-factor': {
    label: '重置口令与二次验证',
    about: '为丢失口令或验证器的运营人员生成链接，本人须在 24 小时内重新设置；旧的立即失效，其准备的提案被拒绝。',
  },
  'operators.set-address': {
    label: '设置我的邮箱',
    about: '设置等待第二人或运营账号变动时通知你的邮箱。只有本人可设置；加密保存，部分显示，随账号删除。',
    says: ['通知将发送至：{address}（{language}）。', '通知将发送至：{address}（{language}）。'],
  },
  'operators.disable': {
    label: '停用运营账号',
    about: '永久停用账号。历史记录仍保留其名称，名称不再分配。',
    says: ['将停用 {name}。', '{name} 已停用。'],
  },
  'limits.show': {
    label: '限额',
    about: '查看一位运营人员可独自执行的限额、默认值以及可设置的范围。',
  },
  'settings.show': { label: '设置', about: '查看商店的各项设置，与文案中的 settings.json 一致。' },
  'settings.set': {
    label: '修改设置',
    about: '修改一项设置。页面几秒内生效，无需重启。',
    says: ['将把 {setting} 从 {before} 改为 {after}。', '已把 {setting} 从 {before} 改为 {after}。'],
  },
  'notice.show': { label: '全站公告条', about: '查看当前显示在所有页面顶部的公告，例如维护通知。' },
  'notice.set': {
    label: '发布全站公告条',
    about: '在所有页面顶部显示一条中英文公告，访客和用户都能看到。',
    says: ['所有页面将显示“{zh}”（{en}），直到 {until}。', '所有页面已显示“{zh}”（{en}），直到 {until}。'],
  },
  'notice.clear': {
    label: '撤下全站公告条',
    about: '撤下所有页面顶部的公告。',
    says: ['将撤下“{en}”。', '已撤下“{en}”。'],
  },
  'routes.list': {
    label: '支付路由',
    about: '列出每种支付方式由哪个渠道处理，以及还可以由哪些渠道处理。',
  },
  'routes.set': {
    label: '更换路由',
    about: '将某种支付方式的新付款交由另一渠道处理，无需重启。已发起的付款仍由原渠道处理：通知、查询和退款都不变。',
    says: [
      '将把 {currency} 的 {method} 从 {before} 改由 {after} 处理；{openOrders} 个未完成订单继续走原渠道。',
      '{currency} 的 {method} 已从 {before} 改由 {after} 处理。',
    ],
  },
  'methods.list': { label: '付款方式', about: '查看已开通的付款方式，以及哪些已暂停。' },
  'methods.pause': {
    label: '暂停付款方式',
    about: '不再提供这种付款方式，无需重启。已开始的付款仍可完成，到账照常处理。',
    says: [
      '将不再提供 {method}；{openOrders} 笔待付款订单仍可用它付款；继续提供：{left}。',
      '已不再提供 {method}；{openOrders} 笔待付款订单仍可用它付款；继续提供：{left}。',
    ],
  },
  'methods.resume': {
    label: '恢复付款方式',
    about: '重新提供这种付款方式。',
    says: ['将重新提供 {method}；提供中：{left}。', '已重新提供 {method}；提供中：{left}。'],
  },
  'limits.change': {
    label: '修改限额',
    about: '设置一位运营人员可独自执行的限额。立即生效，对之前准备、之后执行的提案同样有效。',
  },
  'tunnels.show': {
    label: '用户线路',
    about: '查看用户可用的线路：状态、期限、设备数，以及节点和面板中的标识。',
  },
  'tunnels.providers': {
    label: '线路面板',
    about: '列出开通线路的面板与接收端：服务对象、积压情况及原因。',
  },
  'tunnels.set-provider': {
    label: '配置线路面板',
    about: '添加或修改面板、接收端；地址与密钥加密保存。现有会员会分批同步过去。',
  },
  'tunnels.remove-provider': {
    label: '移除线路面板',
    about: '移除线路面板及其设置和全部同步记录。',
    says: [
      '将移除线路面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
      '已移除线路面板 {provider}；其中仍开通 {open} 人；已注销但仍在其中 {unerased} 人。',
    ],
  },
  'tunnels.test-provider': {
    label: '测试线路面板',
    about: '检查面板的地址与凭据是否正确。接收端会收到一条 test 类型的签名消息。',
  },
  'tunnels.compare': {
    label: '与面板比对',
    about:
      '将面板中的所有人与已同步的内容比对并修正，平时每日自动执行。其他人的用户不受影响。大量关闭需“允许面板关闭”确认。',
  },
  'tunnels.let-close': {
    label: '允许面板关闭',
    about: '允许面板关闭或缩短因比对差异过多而暂缓的用户，执行前会逐个再核对。',
    says: ['将让 {provider} 按本站状态关闭或缩短 {people} 人。', '{provider} 将按本站状态关闭或缩短 {people} 人。'],
  },
  'tunnels.apply': {
    label: '重新同步',
    about: '向所有面板重新同步某用户的状态。',
    says: ['将向 {providers} 重新同步用户 {uid} 的状态。', '将向 {providers} 重新同步用户 {uid} 的状态。'],
  },
  'tunnels.drop': {
    label: '断开连接',
    about: '断开某用户当前的连接。仍有权限的会自动重连。',
    says: ['将断开用户 {uid} 在 {providers} 的连接。', '用户 {uid} 在 {providers} 的连接将断开。'],
  },
  'tunnels.rotate': {
    label: '更换链接',
    about: '更换某用户的全部链接，并让各面板更换其凭据。旧链接全部失效，用户可在账户中查看新链接。',
    says: [
      '将更换用户 {uid} 的 {links} 个链接及其在 {providers} 的凭据。',
      '已更换用户 {uid} 的 {links} 个链接；{providers} 的凭据随后更换。',
    ],
  },
  'nodes.list': {
    label: '节点',
    about: '列出节点的监听地址、服务对象、最近上报时间与负载。',
  },
  'nodes.add': {
    label: '新增节点',
    about: '新增节点并显示一次编号与令牌，之后任何人都无法再次查看。',
  },
  'nodes.edit': {
    label: '修改节点',
    about: '修改节点，未填的保持不变。“启用”可重新开启已停用的节点。',
    says: ['将修改 {name}：{changed}。', '已修改 {name}：{changed}。'],
  },
  'nodes.disable': {
    label: '停用节点',
    about: '停用节点：其令牌被拒绝，不再向其分配应用，其在线记录清除。节点程序仍保留最后的名单，请在其机器上停止程序。',
    says: [
      '将停用 {name}。节点程序仍保留最后的名单，请在其机器上停止程序。',
      '{name} 已停用。节点程序仍保留最后的名单，请在其机器上停止程序。',
    ],
  },
  'nodes.rotate-token': {
    label: '更换节点令牌',
    about: '为节点生成新令牌，仅显示一次。旧令牌在“移除旧令牌”或下次更换前仍然有效。',
  },
  'approvals.list': {
    label: '待第二人处理',
    about: '列出等待第二位运营人员的提案，最早的在前。',
  },
  'approvals.show': {
    label: '查看提案',
    about: '查看提案内容、当时的效果以及现在的效果。',
  },
  'approvals.grant': {
    label: '批准提案',
    about: '执行另一位运营人员准备的提案。需具备该操作所需角色，必要时需验证码。',
  },
  'approvals.refuse': {
    label: '否决提案',
    about: '结束一个提案，自己的也可以。会被提案停用的所有者可借此阻止：准备者之后不能独自执行。',
    says: ['将结束这个提案，不会执行。', '提案已结束，没有执行。'],
  },
}
export default actions

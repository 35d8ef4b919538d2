import type { people as english } from '#text/en/actions/people.ts'
import { translation } from '#text/template.ts'

export const people = translation<typeof english>()({
  'people.show': {
    label: '查看用户',
    about:
      '在一页上查看用户：名称与联系方式、登录、设备、时长及其来源、订单、资金复核事项、拼团、邀请、权益、佣金、线路、消息、备注以及运营人员的操作。每项显示最新的二十条。只读角色看到的联系方式经过遮盖。',
    empty: { toldReason: '无', erase: '无', confirmed: '否', ended: '否', paid: '未支付' },
  },
  'people.list': {
    label: '用户列表',
    about:
      '列出账号，可按注册时间（最新在前）或会员到期时间排列。只读角色看到的联系方式经过遮盖；已注销的账号不列出。套餐为最近一次付款且未退款的套餐。',
    hints: {
      membership: '现在是会员、曾是会员或从未开通',
      endsWithin: '会员在多少天内到期',
      plan: '买过该套餐且未退款',
      paid: '是否有已付款且未退款的订单',
      blocked: '账号是否被封禁',
      spokenIn: '账户使用的语言',
      sort: '最新注册在前，或最先到期在前',
      after: '上一页最后一位用户的 UID',
    },
    empty: { items: '没有符合条件的用户。', plan: '无' },
  },
  'people.find': {
    label: '查找用户',
    about:
      '按 UID、账号名、邮箱、手机号或邀请码查找账号；没有完全匹配时，按名称的开头查找，客服及以上角色还可按邮箱或手机号的开头查找。',
    hints: { query: '已知的用户信息' },
  },
  'people.give-time': {
    label: '赠送时长',
    about: '给用户增加会员时长，原因会显示在用户的时长记录中。',
    says: ['将把用户 {uid} 的到期时间从 {before} 改为 {after}。', '用户 {uid} 的到期时间已从 {before} 改为 {after}。'],
    hints: {
      days: '天、小时、分钟三者填其一',
      hours: '天、小时、分钟三者填其一',
      minutes: '天、小时、分钟三者填其一',
      reason: '用户会在自己的时长明细中看到',
    },
    empty: { before: '从未开通' },
  },
  'people.block': {
    label: '封禁账号',
    about:
      '立即封禁账号：所有登录失效且不能再登录，所有线路关闭。用户会看到原因。已购内容保留。时长默认继续计算；选择暂停的，解除封禁时补回。',
    says: [
      '将封禁用户 {uid}（对方看到：{toldReason}）：{signIns} 个登录和所有线路结束；时长暂停：{timeStops}；未完成订单 {openOrders} 个；推广者（用“暂停推广者”停止前，佣金照常产生和打款）：{earnsOn}。',
      '已封禁用户 {uid}（对方看到：{toldReason}）：{signIns} 个登录和所有线路已结束；时长暂停：{timeStops}；未完成订单 {openOrders} 个；推广者（用“暂停推广者”停止前，佣金照常产生和打款）：{earnsOn}。',
    ],
    hints: {
      toldReason: '用户会在邮件和登录时看到',
      sayNothing: '声明法律禁止说明原因：不发邮件',
      stopTime: '封禁期间时长暂停计算',
      reason: '仅记入审计日志，用户看不到',
    },
    empty: { toldReason: '无' },
  },
  'people.unblock': {
    label: '解除封禁',
    about: '解除封禁：用户可以重新登录，剩余时长内线路恢复（封禁时选择暂停的时长一并补回），并会收到邮件通知。',
    says: [
      '用户 {uid} 自 {since} 起被封禁，将恢复登录并收到通知；补回时长：{timeBack}；会员到期 {memberUntil}。',
      '用户 {uid} 自 {since} 起被封禁，现已恢复登录，并会收到通知；已补回时长：{timeBack}；会员到期 {memberUntil}。',
    ],
    hints: { reason: '仅记入审计日志，用户看不到' },
  },
  'people.create': {
    label: '开通账号',
    about:
      '应本人要求开通账号，不设密码。对方打开结果中的页面，凭发到其邮箱或手机的验证码自行设置密码，其他人看不到密码。填邮箱的会收到邮件，填手机号的请把链接发给对方。',
    says: [
      '将为 {address} 开通账号；邮件通知：{mailed}；设置密码的页面：{passwordPage}',
      '已为 {address} 开通账号 {uid}；邮件通知：{mailed}；设置密码的页面：{passwordPage}',
    ],
    hints: {
      kind: '邮箱或手机号',
      address: '对方的邮箱或手机号；手机号需带国家或地区代码',
      spokenIn: '消息和页面使用的语言',
      reason: '仅记入审计日志，用户看不到',
    },
  },
  'people.end-sessions': {
    label: '结束登录',
    about: '让用户退出全部登录，或只退出其中一处；时长、设备和线路不受影响。',
    says: [
      '将立即结束用户 {uid} 在 {platforms} 的 {signIns} 个登录。',
      '已结束用户 {uid} 在 {platforms} 的 {signIns} 个登录。',
    ],
    hints: { session: '仅结束这一个', reason: '仅记入审计日志，用户看不到' },
  },
  'people.unbind-device': {
    label: '移除设备',
    about: '释放设备名额，并结束其登录和链接。',
    says: [
      '将移除用户 {uid} 的 {name}；设备数：{before} → {after}，上限 {limit}。',
      '已移除用户 {uid} 的 {name}；设备数：{before} → {after}，上限 {limit}。',
    ],
    hints: { device: '要移除的设备', reason: '仅记入审计日志，用户看不到' },
  },
  'people.reverse-grant': {
    label: '收回时长',
    about: '收回一笔赠送的或由兑换码得来的时长。付费买来的时长随退款收回。',
    says: [
      '用户 {uid} 的到期时间将从 {before} 改为 {after}；终止的权益：{benefits} 项。',
      '用户 {uid} 的到期时间已从 {before} 改为 {after}；已终止的权益：{benefits} 项。',
    ],
    hints: { grant: '要撤回的那段时长', reason: '用户会在自己的时长明细中看到' },
    empty: { before: '从未开通' },
  },
  'people.ask-reverse-grant': {
    label: '申请收回时长',
    about: '申请收回一笔时长：连同预览提交，由财务或所有者同意或拒绝。',
  },
  'people.reset-second-factor': {
    label: '重置二次验证',
    about:
      '用户丢失二次验证时，移除其身份验证器、通行密钥和恢复码。24 小时后生效；没有可通知的地址时为 7 天。在此之前，用户可凭任一条消息里的链接阻止，使用原来的验证方式也会阻止。生效后全部登录结束。',
    second: '用户没有可通知的联系方式；或一天内此类针对个人的操作涉及的用户超过限额（默认 10 位）。',
    says: [
      '用户 {uid} 的二次验证将于 {due} 移除，同时移除 {passkeys} 个通行密钥并结束 {signIns} 个登录；通知 {notified} 个地址。',
      '用户 {uid} 的二次验证于 {due} 移除，同时移除 {passkeys} 个通行密钥并结束 {signIns} 个登录，除非本人阻止；通知 {notified} 个地址。',
    ],
    hints: { reason: '仅记入审计日志，用户看不到' },
  },
  'people.change-address': {
    label: '更换邮箱或手机号',
    about: '用户失去原邮箱或手机号时，为其更换。原地址会收到通知，24 小时内可以阻止；新地址须在 10 天内凭验证码确认。',
    second: '用户没有可通知的联系方式；或一天内此类针对个人的操作涉及的用户超过限额（默认 10 位）。',
    says: [
      '用户 {uid} 的 {kind} 将于 {due} 从 {before} 改为 {after}，须由新地址确认；通知 {notified} 个地址。',
      '用户 {uid} 的 {kind} 于 {due} 从 {before} 改为 {after}，须由新地址确认；通知 {notified} 个地址。',
    ],
    hints: {
      kind: '邮箱或手机号',
      address: '新的邮箱或手机号；手机号需带国家或地区代码',
      reason: '仅记入审计日志，用户看不到',
    },
  },
  'people.stop-change': {
    label: '阻止变更',
    about: '阻止一项尚未生效的二次验证或联系方式变更。',
    says: ['将阻止用户 {uid} 的变更（{kind}）。', '已阻止用户 {uid} 的变更（{kind}）。'],
    hints: { change: '要处理的变更', reason: '仅记入审计日志，用户看不到' },
  },
  'people.export-data': {
    label: '导出个人数据',
    about: '把该用户的全部数据写成文件交给本人，与其账户内可下载的一致。文件只给一次，不留存。',
    says: ['将把用户 {uid} 的 {rows} 行数据写入 {file}。', '已把用户 {uid} 的 {rows} 行数据写入 {file}。'],
    hints: { reason: '仅记入审计日志，用户看不到' },
  },
  'people.erase': {
    label: '注销账号',
    about:
      '应本人要求代为注销账号，与其自行操作相同：全部登录结束，7 天内登录即可保留。尚未支付的打款须先完成或取消。资金记录依法以假名保留。',
    second: '任何情况下。',
    says: [
      '用户 {uid} 将于 {erase} 注销。会失去：至 {memberUntil} 的时长、{earned} 佣金；保留已付款订单记录 {paidOrders} 笔。',
      '用户 {uid} 将于 {erase} 注销，除非在此之前登录。会失去：至 {memberUntil} 的时长、{earned} 佣金；保留已付款订单记录 {paidOrders} 笔。',
    ],
    hints: { reason: '仅记入审计日志，用户看不到' },
  },
  'people.note': {
    label: '写备注',
    about: '为用户或订单写备注，仅运营人员可见。备注可以划除，不能改写，随用户注销删除。',
    says: ['将为 {about} 写备注。', '已为 {about} 写备注。'],
    hints: { order: '不填用户时：订单号或订单 ID，需唯一对应一笔订单', text: '备注内容' },
  },
  'people.strike-note': {
    label: '划除备注',
    about: '划除备注：内容仍可查看，并注明划除人。',
    says: ['将划除关于 {about} 的备注。', '已划除关于 {about} 的备注。'],
    hints: { note: '备注内容' },
  },
})

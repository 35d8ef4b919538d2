import type { AlertNames, AlertWords } from './alert-words.en.ts'

const since = (iso: string | null, { moment }: AlertNames): string => (iso === null ? '' : `自 ${moment(iso)} 起，`)
const count = (number: number | null): string => (number ?? 0).toLocaleString('zh-CN')
const gigabytes = (megabytes: number | null): string =>
  ((megabytes ?? 0) / 1_024).toLocaleString('zh-CN', { maximumFractionDigits: 1 })
const quoted = (name: string | undefined): string => (name === undefined ? '' : `“${name}”`)

export const alertWordsZh: AlertWords = {
  'review-opened': {
    title: '新的资金审核',
    line: ({ subject, amount, since: at }, names) =>
      `有 ${count(amount ?? 1)} 项资金审核${quoted(names.reason(subject))}待处理${at === null ? '' : `，最早一项出现于 ${names.moment(at)}`}。`,
  },
  'review-overdue': {
    title: '审核等待过久',
    line: ({ subject, amount, level, total, since: at }, names) =>
      `有 ${count(amount ?? 1)} 项资金审核${quoted(names.reason(subject))}已等待超过 ${count(total)} 小时时限${level > 1 ? '' : '的一半'}${at === null ? '' : `，最早一项出现于 ${names.moment(at)}`}。`,
  },
  'approval-waits': {
    title: '等待第二位操作员',
    line: ({ detail, since: at }, names) =>
      `${since(at, names)}${quoted(names.action(detail ?? '')) || '一项操作'}等待另一位操作员批准。`,
  },
  'figures-differ': {
    title: '数据与账目不符',
    line: ({ amount, detail }) =>
      detail === 'ledger' ? `账本核验发现 ${count(amount)} 处不符。` : `有 ${count(amount)} 天的汇总数据与账目不符。`,
  },
  'job-dead': {
    title: '任务已放弃',
    line: ({ detail, since: at }, names) =>
      `任务“${names.job((detail ?? '').split(' ')[0] ?? '') ?? detail ?? '未知'}”多次失败，已不再重试${at === null ? '' : `，原定执行时间为 ${names.moment(at)}`}。`,
  },
  'jobs-late': {
    title: '任务积压',
    line: ({ subject, since: at }, names) => `${since(at, names)}“${names.way(subject) ?? subject}”队列的任务积压。`,
  },
  'provider-silent': {
    title: '支付渠道无响应',
    line: ({ subject, since: at }, names) =>
      `${since(at, names)}${names.way(subject) ?? subject}没有响应。系统会自动重试，款项不会丢失；如持续不恢复，请暂停其支付方式。`,
  },
  'connection-broken': {
    title: '密钥无法读取',
    line: ({ subject }, names) =>
      `在控制台填写的 ${names.way(subject) ?? subject} 密钥无法解密或已不合要求，该对接已停用，请重新填写。`,
  },
  'list-overdue': {
    title: '渠道账单未核对',
    line: ({ subject, amount, since: at }, names) =>
      `${since(at, names)}${names.way(subject) ?? subject}有 ${count(amount)} 天的账单无法与本站账目核对。`,
  },
  'erasure-waits': {
    title: '注销等待结算',
    line: ({ amount, since: at }, names) =>
      `${since(at, names)}${count(amount)} 个账号因有未完成的结算而暂未注销。请付款或取消结算。`,
  },
  'method-down': {
    title: '收款中断',
    line: ({ subject, detail, amount, total, since: at }, names) => {
      const way = names.way(subject) ?? subject
      const from = at === null ? '最近' : `自 ${names.moment(at)} 起，`
      return detail === 'refused'
        ? `${way}拒绝创建支付：${from}有 ${count(total)} 位买家选择${way}后无法付款。请检查商户号状态，并先暂停该支付方式。`
        : `${from}选择${way}的 ${count(total)} 位买家中${amount ? `只有 ${count(amount)} 位付款成功` : '没有人付款成功'}，远低于平时。请用${way}试买一单，查看问题所在。`
    },
  },
  'method-low': {
    title: '支付成功率偏低',
    line: ({ subject, amount, total }, names) =>
      `过去 24 小时${names.way(subject) ?? subject}的支付成功率为 ${count(amount)}%，四周平均为 ${count(total)}%。`,
  },
  'sales-stopped': {
    title: '没有成交',
    line: ({ amount, since: at }, names) =>
      `${at === null ? '最近' : `自 ${names.moment(at)} 起`}没有人付款，平时这段时间约有 ${count(amount)} 笔。请以访客身份打开商店试买一单，查看问题所在。`,
  },
  'node-down': {
    title: '节点离线',
    line: ({ subject, since: at }, names) =>
      `${since(at, names)}节点 ${subject} 没有上报。请在其机器上重启节点程序，或在此停用，让应用改用其他节点。`,
  },
  'panel-trouble': {
    title: '面板需要检查',
    line: ({ subject, detail, since: at }, names) =>
      detail === 'held'
        ? `${since(at, names)}比对发现面板 ${subject} 上有较多用户应停止使用，等待您确认。请重新比对，再允许关闭。`
        : detail === 'late'
          ? `${since(at, names)}面板 ${subject} 未接受任何变更，新买家拿不到连接。请测试该面板，查看它的答复；恢复后会自动补发。`
          : `${since(at, names)}面板 ${subject} 一直无法比对。请测试该面板，查看它的答复。`,
  },
  'receiver-fails': {
    title: '自有系统收不到事件',
    line: ({ subject, level, since: at }, names) =>
      level > 1
        ? `${since(at, names)}Webhook ${subject} 拒收全部事件，已自动停用。请修复接收端后重新启用。`
        : `${since(at, names)}Webhook ${subject} 推送失败，接收端的返回内容见推送记录。`,
  },
  'sms-budget': {
    title: '短信额度',
    line: ({ level, amount, total }) =>
      level > 1
        ? `今天的 ${count(total)} 条短信额度已用完，UTC 零点前不再发送短信验证码。`
        : `今天的 ${count(total)} 条短信额度还剩 ${count(amount)} 条。`,
  },
  'benefit-stock': {
    title: '福利库存',
    line: ({ subject, level, amount }) =>
      level > 1 ? `福利 ${subject} 已发完。` : `福利 ${subject} 还剩 ${count(amount)} 份。`,
  },
  'address-pool': {
    title: '加密货币地址池',
    line: ({ subject, level, amount, total }) =>
      level > 1
        ? `地址池 ${subject} 没有空闲地址，无法接受新的付款。`
        : `地址池 ${subject} 共 ${count(total)} 个地址，还有 ${count(amount)} 个空闲。`,
  },
  'messages-late': {
    title: '消息发不出去',
    line: ({ subject, amount, since: at }, names) =>
      `${since(at, names)}${subject === 'sms' ? '短信' : '邮件'}一直没有发送成功，有 ${count(amount)} ${subject === 'sms' ? '条' : '封'}在等待，其中可能有登录验证码。请测试对接，查看${subject === 'sms' ? '短信服务' : '邮件服务器'}的答复；恢复后会自动补发。`,
  },
  'mail-words': {
    title: '邮件文案',
    line: ({ subject }) =>
      `邮件 ${subject} 的自定义文案无法发送，目前发送的是默认文案。需要修改之处请见该邮件的编辑页。`,
  },
  'disk-low': {
    title: '磁盘空间不足',
    line: ({ level, amount, total }) =>
      level > 1
        ? `数据目录所在磁盘只剩 ${gigabytes(amount)} GB（共 ${gigabytes(total)} GB）。磁盘写满后将无法接单，请立即清理。`
        : `数据目录所在磁盘还剩 ${gigabytes(amount)} GB（共 ${gigabytes(total)} GB）。请清理旧备份和日志，或扩容磁盘。`,
  },
  'certificate-ends': {
    title: '证书即将到期',
    line: ({ subject, level, since: at }, { moment }) =>
      level > 1
        ? `${subject} 的证书有效期到${at === null ? '今天' : ` ${moment(at)} `}为止，到期后浏览器会拒绝访问。请立即续期。`
        : `${subject} 的证书将于${at === null ? '近期' : ` ${moment(at)} `}到期，至今没有自动续期。请查看 Web 服务器或证书客户端的日志。`,
  },
  'backup-late': {
    title: '备份延迟',
    line: ({ level, since: at }, { moment }) =>
      `${at === null ? '近期没有数据库备份。' : `最近一次数据库备份完成于 ${moment(at)}，之后再没有新的备份。`}${level > 1 ? '此时若磁盘损坏，会丢失数天的交易。' : ''}原因见服务器上每晚备份的日志。`,
  },
  'canary-stale': {
    title: '安全声明',
    line: ({ level, since: at }) =>
      level > 1
        ? `安全声明的有效期到 ${(at ?? '').slice(0, 10)} 为止，现已失效，请发布新的声明。`
        : `安全声明的有效期到 ${(at ?? '').slice(0, 10)} 为止，请发布新的声明。`,
  },
}

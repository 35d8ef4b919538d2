import type { ClauseText } from '#text/en/site/clause.ts'

export default {
  contents: '目录',
  since: (date) => `${date}起生效`,
  version: (version) => `第 ${version} 版`,
  sample: '示例文本，正式运营前由运营方替换。',
  seller: '卖方：',
  sampleSeller: '示例',
  taxNumber: (number) => `公司或税务登记号 ${number}`,
  others: '其他条款',
  canary: {
    states: {
      none: '目前还没有发布声明',
      current: '签名正确，声明在有效期内',
      stale: '这份声明已经过期',
      unverified: '签名未能通过验证',
    },
    meanings: {
      none: '在第一份声明发布之前，请不要因为没有声明而下结论。',
      current: '服务器已用下面的公钥核对过签名，你也可以自己再核对一遍。',
      stale: '签名没有问题，但声明太旧，不再作数。要么我们忘了更新，要么我们已经不能再这么说。',
      unverified: '签名与声明内容、公钥对不上，请当作没有发布声明。',
    },
    date: '声明日期',
    until: '有效期至',
    fingerprint: '公钥指纹（SHA-256）',
    noKey: '尚未公布公钥',
    read: '查看声明原文',
    check: '自己核对签名',
    checkText:
      '下载这三个文件，并把公钥指纹与你从其他渠道得到的指纹对比。过了上面的有效期，不管本页怎么说，声明都不再作数。',
  },
} satisfies ClauseText

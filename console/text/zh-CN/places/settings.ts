import { settingFields } from '#text/zh-CN/setting-fields.ts'
import type { SettingsText } from '../../en/places/settings.ts'

const settings = {
  names: settingFields,
  groups: {
    brand: { title: '品牌与联系方式', note: '显示在所有页面、邮件和收据上' },
    sale: { title: '试用、退款与客服', note: '网站文案会自动随之更新' },
    seller: { title: '销售方与税', note: '印在此后开具的收据上' },
    trust: { title: '信任', note: '访客购买前可以自行查证的信息' },
    reach: { title: '推广、在线客服与镜像', note: '指向外部主机的改动需另一人批准' },
  },
  hints: {
    'links.status': '不填则使用本站的状态页。',
    releaseDate: '显示在下载页，例如 2025.04.20。',
    trialMinutes: '已开始的试用不受影响。',
    trialArmedDays: '在网页领取的试用，须在此期限内首次登录应用才会开始。',
    refundDays: '用户在此期限内可以无理由退款。',
    reviewHours: '付款需要人工核对时显示给用户。不填则不作承诺。',
    supportInbox: '关闭后，帮助页只显示上面的链接。',
    seller: '未设置时，收据上只有品牌名称。',
    'seller.tax': '已含在价格内，并显示在收据上。',
    'seller.tax.rateBps': '百分比，例如 6 或 19.5。',
    'seller.demo': '标记为示例。正式营业请取消勾选。',
    'proof.demo': '标记为示例。正式营业请取消勾选。',
    'proof.audit.month': '例如 2026-05。',
    'proof.status.feed': '可用率 JSON 数据的地址。不填则不显示数值。',
    'affiliateContact.demo': '标记为示例。正式营业请取消勾选。',
    'campaign.parameters': '每行一个，例如 gclid。',
    'campaign.cookieDomain': '“parent”，或 .example.com 这样的域名。不填则仅限当前主机。',
    'campaign.marketingOrigin': '引导访客过来的网站，例如 https://www.example.com。',
    'chat.hosts': '每行一个。页面只能连接这些主机。',
    adsCrawlers: '每行一个，不包括搜索引擎。',
    'mirrors.origins': '每行一个，例如 https://mirror.example。',
    'mirrors.hosts': '每行一个，例如 https://api.example。',
    'mirrors.manifestUrls': '每行一个。',
    'mirrors.manifestKey': 'PEM 文本。应用只接受用对应私钥签名的列表。',
  },
  use: '启用',
  change: '修改',
  leave: '收起',
  ownerOnly: '只有所有者可以修改设置。',
} satisfies SettingsText
export default settings

import type { RoadworksText } from '../en/roadworks.ts'

export default {
  title: '前方修路',
  text: '这个页面还没开通，修好就撤路障。',
  toPricing: '看看套餐',
  toHome: '返回首页',
} satisfies RoadworksText

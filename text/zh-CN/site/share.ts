import type { ShareTexts } from '#text/en/site/share.ts'

export default {
  copy: '复制',
  copied: '已复制',
  share: '分享…',
  sheetFailed: '浏览器没能打开分享菜单，复制链接也一样。',
  qrLabel: '链接二维码',
  picture: '生成图片',
  pictureTitle: '发张图给朋友',
  pictureSays: (words) => `带二维码的图片，上面写着：${words}`,
  pictureFailed: '这个浏览器画不了图片，直接复制链接吧。',
  pictureSheetFailed: '浏览器没能打开分享菜单，先把图片存下来再发吧。',
  sharePicture: '分享图片',
  savePicture: '保存图片',
  close: '关闭',
} satisfies ShareTexts

import type { views as english } from '#text/en/actions/views.ts'
import { translation } from '#text/template.ts'

export const views = translation<typeof english>()({
  'views.list': {
    label: '已存视图',
    about: '列出自己保存的后台地址，以及他人与你的角色共享的。',
    empty: { views: '还没有保存的视图。' },
  },
  'views.save': {
    label: '保存视图',
    about: '将后台的一个地址连同筛选条件存为一个名称；同名时改存新地址。共享后，同级及以上角色可以看到。',
    hints: {
      name: '视图名称，最多 60 字',
      address: '/console 之后的地址，包含 # 之后的部分',
      shared: '同级及以上角色也能看到',
    },
  },
  'views.rename': {
    label: '重命名视图',
    about: '为自己的视图换一个名称。',
    hints: { view: '要操作的视图，仅限自己的', name: '新的名称，最多 60 字' },
  },
  'views.remove': {
    label: '移除视图',
    about: '移除自己的一个视图；它所显示的内容不受影响。',
    hints: { view: '要操作的视图，仅限自己的' },
  },
})

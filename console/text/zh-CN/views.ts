import type { ViewsText } from '../en/views.ts'

const views: ViewsText = {
  title: '已存视图',
  keep: '将本页存为',
  hint: '连同地址中的筛选条件。名称已用过时，改存新的地址。',
  share: '与同级及以上角色的运营人员共享',
  save: '保存',
  none: '还没有保存任何视图。',
  sharedByYou: '由你共享',
  sharedBy: (name) => `由 ${name} 共享`,
  rename: '重命名',
  remove: '移除',
  newName: (name) => `${name} 的新名称`,
}
export default views

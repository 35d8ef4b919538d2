/** Chinese for texts, tunnels, nodes and others, by English sentence. `{0}`: filled in by the code; `{name}`: input field. */
export const houseSentences: Readonly<Record<string, string>> = {
  'Someone changed this since your form was filled.': '表单填写期间，内容已被他人修改。',
  'This action changes nothing that is kept.': '此操作不修改任何已保存的内容。',
  'There is no key {key}.': '没有密钥 {key}。',
  'This key is the last line of SECRET_KEY_FILE: digests are made from it, so it stays.':
    '该密钥是 SECRET_KEY_FILE 的最后一行，摘要由它生成，必须保留。',
  'This key is retired already.': '该密钥已停用。',
  'This key seals: put a newer one into the first line of SECRET_KEY_FILE first.':
    '该密钥正用于加密：请先把新密钥放到 SECRET_KEY_FILE 的首行。',
  'Rows are still sealed under this key ({0}): run "keys reseal" first.':
    '仍有 {0} 行用该密钥加密，请先重新加密（keys reseal）。',
  'SECRET_KEY_FILE lacks the key {0}, under which rows are sealed ({1}): put it back, restart everything, and run "keys reseal".':
    'SECRET_KEY_FILE 缺少密钥 {0}，仍有 {1} 行用它加密：请放回该密钥，重启所有进程，再重新加密（keys reseal）。',
  'No tunnel provider has to know user {0}.': '没有线路提供方需要知道用户 {0}。',
  'No tunnel provider knows user {0}.': '没有线路提供方知道用户 {0}。',
  'There is no tunnel provider {0}.': '没有线路提供方 {0}。',
  '{0} could not be compared: {1}.': '无法比对 {0}：{1}。',
  '{0} cannot be asked; it reads the feed by itself.': '{0} 无法查询，它自行读取推送。',
  '{0} was set anew meanwhile; compare it again.': '{0} 已被重新设置，请再次比对。',
  'No one waits at {0}.': '{0} 没有待处理的用户。',
  'User {0} has no link, and no tunnel provider knows them.': '用户 {0} 没有链接，也没有线路提供方知道该用户。',
  '{file} does not hold the settings of a {0} node as JSON.': '{file} 不是 {0} 节点的 JSON 配置。',
  'The private key in {file} is not a key of 32 bytes.': '{file} 中的私钥不是 32 字节的密钥。',
  'The public key in {file} is not a key of 32 bytes.': '{file} 中的公钥不是 32 字节的密钥。',
  'The private key in {file} stands in place of the public key: every customer would be sent it.':
    '{file} 中公钥的位置填了私钥，它会发给每一位客户。',
  'The public key in {file} does not belong to the private key: take both from one pair.':
    '{file} 中的公钥与私钥不匹配，请使用同一对密钥。',
  '{file} has security none, which sends everything in the clear.':
    '{file} 的 security 为 none，所有内容会以明文发送。',
  '{networks} is addresses or networks like 203.0.113.0/24, by commas.':
    '{networks} 须为逗号分隔的地址或网段，如 203.0.113.0/24。',
  'There is no node "{0}".': '没有节点“{0}”。',
  'There is a node "{0}" already.': '节点“{0}”已存在。',
  'Give what is to change.': '请填写要更改的内容。',
  '"{0}" is switched off already.': '“{0}”已经停用。',
  '"{0}" has one token, and no former one.': '“{0}”只有一个令牌，没有旧令牌。',
  '{serves} is trial, paid, both by a comma, or none.': '{serves} 须为 trial、paid、两者（逗号分隔）或 none。',
  '{0} is a provider of the kind {1}; another kind is another provider.': '{0} 的类型是 {1}；换类型请另建提供方。',
  '{file} is needed for a provider that is new.': '新建提供方须提供 {file}。',
  '{0} people are open at {1}, and {2} who were erased are still known there. Have it serve no one first (tunnels set-provider, --serves none) and wait, or give {abandon} for a panel that is gone.':
    '{1} 还有 {0} 位用户开通，另有 {2} 位已注销的用户仍留在那里。请先让它不再服务任何人（设置提供方，服务范围为 none）并等待；面板已不存在时请勾选 {abandon}。',
  '{0} does not work: {1}.': '{0} 不可用：{1}。',
  'No key is published yet: "canary key --file PUBLIC.pem" does that.': '尚未发布公钥，请先在“金丝雀”里设置。',
  'The signature is not over these bytes with the published key. Nothing may be changed after signing, not even the end of a line.':
    '签名与已发布的公钥不符。签名后内容一个字节都不能改，包括换行。',
  'A signature with Ed25519 has 64 bytes, as they are or in base64.': 'Ed25519 签名为 64 字节，原样或 base64。',
  'The statement names no date.': '声明没有写日期。',
  '{file} holds no Ed25519 public key; openssl pkey -in KEY.pem -pubout writes it.':
    '{file} 不含 Ed25519 公钥；可用 openssl pkey -in KEY.pem -pubout 导出。',
  'This reaches everyone, so two operators decide.': '此操作影响所有人，须由两位运营人员决定。',
  'An app that everyone downloads is offered by two operators.': '供所有人下载的客户端须由两位运营人员发布。',
  'Hosts, keys and addresses that everyone relies on are set by two operators.':
    '所有人依赖的域名、密钥和地址须由两位运营人员设置。',
  'Links that everyone sees are published by two operators.': '所有人可见的链接须由两位运营人员发布。',
  'What carries the traffic of members is changed by two operators.': '承载会员流量的设备和面板须由两位运营人员更改。',
  'Addresses that customers pay to are added by two operators.': '客户付款的地址须由两位运营人员添加。',
  'The key of the canary is named by two operators.': '金丝雀的公钥须由两位运营人员设置。',
  '{folder} holds no texts; "content export" writes a folder to begin with.':
    '{folder} 里没有文案；可先用“导出文案”得到一个文件夹。',
  'Someone published version {0} of the terms a moment ago.': '条款的第 {0} 版刚被他人发布。',
  'This draft says what is public already.': '这份草稿与已公开的内容相同。',
  'A newer version was published since this draft was begun ({0}). Compare the two, then take the newer one as its base.':
    '草稿开始后又有新版本发布（{0}）。请比对两者，再以新版本为基础。',
  '{0} is not public.': '{0} 尚未公开。',
  'Version {0} is offered, which is newer. Restore an earlier one from the list.':
    '当前提供的 {0} 更新。要恢复旧版本，请从列表中选择。',
  'Version {0} is offered already. A file that changed needs a higher version.':
    '当前提供的就是 {0}。文件有变动时，请使用更高的版本号。',
  'There is no release with this id.': '没有这个编号的版本。',
  'This release is offered already.': '当前提供的就是这个版本。',
  '{address} and {mirror} hold no user name or password.': '{address}和{mirror}不能含有用户名或密码。',
  '{address} and {mirror} are addresses that begin with https://.': '{address}和{mirror}必须是以 https:// 开头的地址。',
  '{sha256} is missing: visitors check what they downloaded by it.': '缺少{sha256}，访客要用它核对下载的文件。',
  '{requiresEn} and {requiresZh} say what a device needs: the first release has to state both.':
    '{requiresEn}和{requiresZh}说明设备要求，首次发布时两项都要填写。',
  'No app is offered for {platform}.': '{platform}目前没有提供客户端。',
  'There are more than 2,000 texts, or 20 million signs: too much for one folder. Withdraw what is over, or take a backup of the database.':
    '文案超过 2,000 篇或 2,000 万字，无法一次导出。请撤下过时的文案，或直接备份数据库。',
  'There is no segment {0}.': '没有人群 {0}。',
  'A segment needs one condition at least.': '人群至少需要一个条件。',
  'There are 200 segments. Remove one before you keep another.': '已有 200 个人群，请先删除一个。',
  'No mail server is configured.': '没有配置邮件服务器。',
  'Send it to yourself first, and read it.': '请先发给自己并检查。',
  'No one whom this finds asked for news and has an address.': '符合条件的用户中，没有人订阅资讯并留有邮箱。',
  'This goes to more than 1,000 people.': '收件人超过 1,000 位。',
  'On that day this may go to more than 1,000 people.': '到那天，收件人可能超过 1,000 位。',
  'There is no mailing with this id.': '没有这个编号的群发邮件。',
  'This mailing is {0}.': '这封群发邮件的状态是“{0}”。',
  '{tell} is for legal texts alone.': '{tell}仅适用于法律文本。',
  '{tellAt} goes with {tell}.': '{tellAt}须与{tell}一起使用。',
  'There is no mail {0}.': '系统没有邮件 {0}。',
  'There is no version {0} of {1} in {2}.': '{1} 的 {2} 没有第 {0} 版。',
  '{version} is what is public already.': '{version} 就是当前公开的版本。',
  'The panel lets us sign in and shows our users.': '面板允许登录，并能列出我们的用户。',
  '{file} is not JSON.': '{file} 不是 JSON。',
  '{file} holds one JSON object.': '{file} 须为一个 JSON 对象。',
  'The panel knows our token, which may do everything that the shop needs.':
    '面板认可我们的令牌，其权限足以完成本站所需的全部操作。',
  'The receiver took a signed message of the type "test".': '接收方收下了一条签名的“test”消息。',
  '{0} saved this draft meanwhile.': '{0} 刚保存了这份草稿。',
  'This draft was published or thrown away meanwhile.': '这份草稿已被发布或丢弃。',
  'The statement is longer than 20,000 characters.': '声明超过 20,000 字。',
  'The statement holds a NUL character.': '声明含有 NUL 字符。',
  'The statement needs exactly one line like "Date: 2026-11-21".': '声明须恰好有一行形如“Date: 2026-11-21”。',
  'The statement is of {0}, which is still to come.': '声明日期 {0} 在将来。',
  'The statement is of {0}, more than {1} days ago.': '声明日期为 {0}，已超过 {1} 天。',
  'A younger statement, of {0}, is published already.': '已发布更新的声明，日期 {0}。',
  '{name} is too long: 60 characters at most.': '{name}过长，最多 60 个字符。',
  '{address} is no address of the console.': '{address}不是管理后台的地址。',
  'You keep 50 views. Remove one before you keep another.': '你已保存 50 个视图，请先删除一个。',
  'No view of yours has this id, or another one has this {name}.': '你没有此编号的视图，或已有同名视图（{name}）。',
  'No view of yours has this id.': '你没有此编号的视图。',
  'This page looks for one person or order, and a view would keep that for ever. Take it out of the search, then keep its filters.':
    '本页在查找某个人或某笔订单，存为视图会永久留下。请先清除查找内容，再保存筛选条件。',
  'The form of an action is not shared. Share its list.': '操作表单不能共享，请共享对应的列表。',
}

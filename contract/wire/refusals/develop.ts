/** Refusals of data sources, models and the code generator; part of `refusals`. */
export const developRefusals = {
  'datasource.badAddress': [
    '连接地址无法识别：{reason}。请按 jdbc:postgresql://主机:端口/数据库 或 jdbc:mysql://主机:端口/数据库 填写，账号密码填在各自的栏目里',
    'The address can’t be read: {reason}. Write jdbc:postgresql://host:port/database or jdbc:mysql://host:port/database, with account and password in their own fields.',
  ],
  'datasource.badDriver': ['不支持该驱动类，可选：{names}', 'This driver is not supported. Choose from: {names}'],
  'datasource.away': ['无法连接该数据库：{reason}', 'The database can’t be reached: {reason}'],
  'datasource.notAllowed': [
    '{host} 无法解析，或不允许连接。内网数据库须由运维在 EGRESS_ALLOW 中列出“主机:端口”',
    '{host} is not known, or may not be connected to. A database inside the network must be listed in EGRESS_ALLOW as host:port.',
  ],
  'datasource.signIn': ['数据库拒绝了该账号：{reason}', 'The database refused the account: {reason}'],
  'datasource.notReader': [
    '该账号不仅能读取数据，还拥有：{rights}。请改用只读账号，可由数据库管理员新建：{how}',
    'This account can do more than read: {rights}. Use an account that only reads. A database administrator can make one: {how}',
  ],
  'datasource.own': ['不能把本系统自己的数据库设为数据源', 'This product’s own database can’t be a data source'],
  'datasource.noTable': ['没有名为“{name}”的表', 'There is no table named {name}'],
  'datasource.badQuery': ['数据库拒绝了该查询：{reason}', 'The database refused the query: {reason}'],
  'datasource.tooSlow': ['查询超过 {seconds} 秒，已中止', 'The query was stopped after {seconds} seconds'],
  'datasource.tooLarge': [
    '数据库发来的内容超过 {size} MB，已中止。请减少列或行',
    'The database sent more than {size} MB and was stopped. Ask for fewer columns or rows.',
  ],
  'datasource.strange': [
    '对方的应答不符合该驱动的协议。请核对地址、端口和驱动类',
    'The other side does not speak the protocol of this driver. Check address, port and driver.',
  ],
  'datasource.busy': [
    '该数据源已有查询在执行，请稍后再试',
    'Other queries are running on this data source. Try again later.',
  ],
  'datasource.passwordAgain': [
    '连接地址或用户名已修改，请重新填写密码',
    'The address or user name has changed. Enter the password again.',
  ],
  'model.fixed': [
    '模型已发布过，编号和树形结构不能再修改',
    'The model was published before: its code, and whether it is a tree, can’t change any more.',
  ],
  'model.published': ['“{name}”已发布，请先停用再删除', '{name} is published. Withdraw it before you remove it.'],
  'code.badModel': [
    '“{name}”的数据模型还有问题，不能生成代码：{text}',
    'The model of {name} has problems and can’t become code: {text}',
  ],
  'code.taken': [
    '“{name}”的{what}不可用：“{value}”已由本产品使用',
    '{name} can’t be generated: {value} ({what}) is used by this product already',
  ],
  'code.doubled': [
    '“{name}”与“{other}”的{what}相同（{value}），不能一起生成',
    '{name} and {other} can’t be generated together: both have {value} ({what})',
  ],
  'code.noTarget': [
    '“{name}”的字段“{field}”指向“{to}”，它不是本产品的模块。请同时选择生成它的设置',
    'Field {field} of {name} points to {to}, which is no module of this product. Choose the setting that generates it, too.',
  ],
  'code.tooEarly': [
    '“{name}”指向“{other}”，其迁移序号须大于“{other}”的迁移序号',
    '{name} points to {other}: its migration number must be higher than that of {other}',
  ],
  'code.noDictionary': [
    '“{name}”的字段“{field}”使用字典“{dict}”，它不是本产品自带的字典。请改用选项，或先将字典加入产品',
    'Field {field} of {name} uses the dictionary {dict}, which new tenants do not have. Use choices, or add the dictionary to the product first.',
  ],
  'register.kindChanged': [
    '“{name}”已有数据，不能改变字段类型。请改用新的字段名',
    '{name} holds values, so its kind can’t change. Use a new field name instead.',
  ],
  'register.emptyValues': [
    '“{name}”在 {count} 条记录中为空，不能改为必填。请先补全，或设置初始值',
    '{name} is empty in {count} records, so it can’t become required. Fill it in first, or give it an initial value.',
  ],
  'register.duplicates': [
    '“{name}”的值“{value}”出现在多条记录中，不能改为唯一',
    '{name} has the value {value} in several records, so it can’t become unique.',
  ],
  'register.narrowed': [
    '“{name}”有 {count} 条记录超出新的长度或范围',
    '{count} records have values of {name} beyond its new length or range.',
  ],
  'register.choiceUsed': [
    '“{name}”的选项“{value}”仍有 {count} 条记录使用，不能去掉',
    '{count} records still use the choice {value} of {name}, so it can’t be left out.',
  ],
  'register.tooManyColumns': [
    '该登记表历次使用的字段已超过 {limit} 个，不能再增加',
    'This register has used more than {limit} fields over time. No more can be added.',
  ],
  'register.tooMany': ['最多可发布 {limit} 张登记表', 'At most {limit} registers can be published'],
  'register.noOwner': [
    '本次启动未配置建表账号（MIGRATE_DATABASE_URL），不能发布',
    'This server was started without the account that makes tables (MIGRATE_DATABASE_URL), so nothing can be published.',
  ],
  'register.spread': [
    '数据分布在多个数据库节点时，不能发布登记表',
    'Registers can’t be published while the data is spread over database nodes.',
  ],
  'register.withdrawn': ['该登记表不存在或已停用', 'This register does not exist, or it was withdrawn'],
  'register.changed': ['登记表刚刚更新，请重试', 'The register has just been changed. Try again.'],
  'register.holdsRows': [
    '“{name}”的登记表中还有 {count} 条记录，请先删除记录',
    'The register of {name} still holds {count} records. Remove them first.',
  ],
} as const;

import type { AreaHelp } from '../../help';

export const system: AreaHelp = {
  user: {
    about: '管理本租户的账号：新增、分配角色和部门、重置密码、停用，以及审核注册申请。',
    steps: [
      '点“新增”，填写账号、姓名、角色和部门。初始密码留空时，系统生成一次性密码，只显示一次，{{oneTimePasswordHours}} 小时内有效。',
      '把一次性密码转交本人，首次登录时必须修改。',
      '人员较多时用“导入导出”，一次最多导入 {{mostPasswordsImported}} 人。',
      '有人离职时点“停用”，已登录的会话随即结束，他的历史记录保留。',
    ],
    states: {
      of: 'user.status',
      means: { 1: '可以登录。', 0: '不能登录，账号和记录保留。', 2: '通过第三方登录提交了注册申请，等管理员审核。' },
    },
    buttons: {
      角色配置: '替换所选用户的全部角色，即时生效。',
      密码重置: '生成新的一次性密码，原密码立即失效，已登录的会被下线。',
      账号解锁: '解除因密码连续错误造成的锁定。',
      注册审核: '选择角色后通过注册申请。',
      停用: '禁止登录并结束现有会话。',
      启用: '恢复登录。',
    },
    refusals: {
      'user.full': '账号额度已用完，停用不能释放额度；请平台管理员在租户管理中提高额度。',
      'user.notYourself': '请另一位管理员操作。',
      'grant.ownRoles': '不能修改自己的角色，请另一位管理员操作。',
      'grant.ownPosts': '流程的步骤可以由岗位办理，所以自己的岗位请另一位管理员修改。',
      'grant.lastAdmin': '先指定另一位租户管理员。',
      'password.short': '密码至少 {{leastPasswordLength}} 位。',
    },
    see: ['page:role', 'page:dept', 'page:online', 'page:why', 'guide:people'],
  },
  dept: {
    about: '维护本租户的组织架构。部门用于归属人员、限定数据权限，以及指定通知的接收范围。',
    steps: ['点“新增”建立顶级部门，或在部门所在行点“新增下级”。', '在用户管理中把人员归到部门。'],
    refusals: {
      'dept.inUse': '先把部门中的人员调整到其他部门。',
      'tree.hasChildren': '先删除下级部门。',
      'tree.ownParent': '上级不能是自己。',
    },
    see: ['page:user', 'page:post', 'page:data_scope', 'guide:people'],
  },
  post: {
    about: '维护岗位，例如客户经理、财务。岗位只说明职务，不带权限；权限由角色决定。',
    steps: ['点“新增”，填写岗位名称、编号和类型。', '在用户管理中为人员选择岗位。'],
    refusals: { duplicate: '岗位编号不能重复，请换一个编号。', referenced: '仍有人员使用这个岗位，先为他们换岗。' },
    see: ['page:user', 'page:dept', 'guide:people'],
  },
  dict: {
    about: '维护平台统一的字典，全部租户共用。下拉选项和状态名称取自这里。',
    steps: [
      '第一层是字典，第二层是字典项。点开字典，点“新增下级”添加字典项。',
      '可以修改名称和排序。编号与键值供程序使用，内置的不能修改。',
      '修改后，已打开的页面在“清除缓存”后显示新名称。',
    ],
    refusals: {
      'dict.builtIn': '内置字典只能改名称和排序。',
      'dict.keyTaken': '同一字典内键值唯一，请换一个。',
    },
    see: ['page:dictbiz', 'page:param', 'guide:people#dictionaries'],
  },
  dictbiz: {
    about: '维护本租户自己的字典，例如订单状态、图片类型的名称。改名只影响本租户的显示，不影响业务规则。',
    steps: [
      '第一层是字典，第二层是字典项。点开字典，修改字典项的名称。',
      '内置字典的编号与键值不能修改；可以新增自己的字典。',
      '修改后，已打开的页面在“清除缓存”后显示新名称。',
    ],
    refusals: {
      'dict.builtIn': '内置字典只能改名称和排序。',
      'dict.keyTaken': '同一字典内键值唯一，请换一个。',
    },
    see: ['page:dict', 'guide:people#dictionaries'],
  },
  menu: {
    about: '维护菜单和按钮。菜单决定页面的位置和名称，按钮的编号就是对应操作的权限。',
    steps: [
      '修改名称、图标和排序，保存后用户下次打开页面时生效。',
      '要显示外部网页，新增一个菜单并填写网址；网址须在允许的范围内。',
      '选择“新窗口”可以在新窗口打开。新增的菜单要授予角色后才会显示。',
    ],
    refusals: {
      'menu.badAddress': '请系统管理员把该网站加入允许名单，或选择在新窗口打开。',
      'menu.ownFrame': '改填本系统页面的路径，或填写完整网址并选择“新窗口”。',
      'menu.builtIn': '内置菜单不能删除，不需要时从角色或产品包中取消即可。',
      'tree.hasChildren': '先删除下级菜单和按钮。',
    },
    see: ['page:role', 'page:topmenu', 'page:tenantPackage', 'guide:people'],
  },
  param: {
    about: '调整系统参数，例如日志保留天数、免打扰时段、存储额度。全部租户共用，保存后生效，不用重启。',
    steps: ['按键名查找，修改“参数键值”。', '写错的值按默认值处理。各参数的含义见使用指南。'],
    see: ['page:dict', 'guide:operations#params'],
  },
  topmenu: {
    about: '把菜单分成几组，显示在顶部，便于按岗位切换。没有顶部菜单时，左侧显示全部菜单。',
    steps: ['点“新增”，填写名称、编号和图标。', '点“菜单配置”，勾选这一组包含的菜单。'],
    buttons: { 菜单配置: '选择切换到这一组时左侧显示哪些菜单；不改变任何人的权限。' },
    see: ['page:menu', 'page:role', 'guide:people'],
  },
  tenant: {
    about: '建立和管理租户。每个租户有自己的人员、角色和业务数据，互相看不到。',
    steps: [
      '点“新增”，填写名称和联系人。系统分配租户 ID，并显示管理员的一次性密码，只显示一次。',
      '点“授权配置”，设置账号额度和过期时间；点“产品包配置”，限定可用的菜单。',
      '租户 {{platformTenant}} 是平台自己的，其名称就是合同中的出租方名称，初始为“{{unnamedCompany}}”，请先改为您的公司名称。',
    ],
    states: { of: 'tenant.status', means: { 1: '可以登录和使用。', 0: '该租户的人员都不能登录，数据保留。' } },
    buttons: {
      授权配置: '账号额度、过期时间、状态和域名。',
      产品包配置: '该租户可用的菜单，保存后立即生效。',
      数据源配置: '没有可选的数据源时，使用默认数据源。',
      查看用户: '打开用户管理，查看该租户的用户。',
    },
    refusals: { 'tenant.platform': '平台租户始终可用，不能停用、设置过期或删除。' },
    see: ['page:tenantPackage', 'page:user', 'guide:people#tenants'],
  },
  tenantPackage: {
    about: '把一组菜单打包，分配给租户。租户的管理员只能在产品包的范围内授权。',
    steps: ['点“新增”，勾选菜单；页面的按钮随页面一起提供。', '到租户管理，用“产品包配置”分配。'],
    refusals: { 'tenant.packageInUse': '先为这些租户换一个产品包。' },
    see: ['page:tenant', 'page:menu', 'guide:people#tenants'],
  },
  client: {
    about: '登记可以通过接口登录的程序，以及它们能用的登录方式和令牌有效期。',
    steps: [
      '点“新增”，填写应用 ID、授权类型和有效期。应用密钥只保存，不再显示。',
      '不再使用时改为停用，该程序随即不能再获取令牌。',
    ],
    states: { of: 'client.status', means: { 1: '可以获取令牌。', 0: '不能再获取令牌。' } },
    refusals: { 'client.own': '控制台自己的应用不能停用或删除，否则所有人都无法登录。' },
    see: ['page:api_scope', 'page:online', 'guide:people'],
  },
};

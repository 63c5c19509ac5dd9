import type { AreaHelp } from '../../help';

export const tool: AreaHelp = {
  datasource: {
    about:
      '其他系统的数据库：PostgreSQL、MySQL 或 MariaDB。连接后可以浏览表结构、运行只读查询；本系统不会写入这些数据库。',
    steps: [
      '请对方的管理员建立一个只能读取的账号。只读事务挡住写入，但挡不住数据库中有副作用的函数，只有账号的权限可以。',
      '点「新增」，选择驱动类，按提示填写连接地址、用户名和密码。保存前会试连，连不上不会保存。',
      '内网数据库须由运维在 EGRESS_ALLOW 中列出“主机:端口”，此时可以不加密；其余数据库必须使用加密连接，证书须由公认的机构签发并与主机名一致。',
      '「浏览结构」列出表和视图，选择一张表查看它的列；「查询数据」运行一条 SELECT，Ctrl Enter 运行，结果可复制为 CSV。',
      '密码加密保存，不再显示；编辑时留空即保持不变。连接地址、驱动类或用户名改变后须重新填写密码。',
    ],
    buttons: {
      测试连接: '用保存的账号连接一次，并告知结果。',
      浏览结构: '查看表、视图和它们的列。',
      查询数据: '运行只读查询，最多 10 秒、1000 行、1 MB；查询人和语句记入变更记录。',
    },
    refusals: {
      'datasource.badAddress': '去掉地址中的账号、密码和不认识的参数，一个地址只能有一台主机。',
      'datasource.notAllowed': '核对主机名；内网数据库请运维加入 EGRESS_ALLOW。',
      'datasource.away': '核对地址和端口，以及对方的防火墙；要求加密时，核对对方的证书。',
      'datasource.signIn': '核对用户名、密码和数据库名，以及该账号是否可以从本服务器登录。',
      'datasource.passwordAgain': '保存的密码只发往当初填写的地方，改变后请重新填写。',
      'datasource.badQuery': '只能是一条 SELECT，原因是数据库的原话。',
      'datasource.tooSlow': '增加条件，或只取需要的列。',
      'datasource.busy': '每个数据源同时最多两个查询，请稍后再试。',
    },
    see: ['page:tenant', 'page:auditLog', 'guide:logs'],
  },
};

import type { AreaHelp } from '../../help';

export const monitor: AreaHelp = {
  auditLog: {
    about: '查看谁在什么时候改了什么，包括修改前后的值和原因。记录只增不改，逐条编号并前后相连，缺少或改动都能被查出。',
    steps: [
      '按操作人、对象、操作类型或时间范围查找。输入记录的名称，可以查到它的全部变更。',
      '点“变更内容”，查看每个字段修改前后的值。证件号码、银行卡号等已隐去中间部分。',
      '定期点“校验完整性”，确认记录没有被改动或删除。',
    ],
    buttons: {
      变更内容: '显示这一条记录的字段变化。',
      校验完整性: '从第一条起逐条核对编号和摘要，并给出结论。',
    },
    see: ['page:log_usual', 'page:online', 'guide:logs'],
  },
  online: {
    about: '查看正在登录的会话：谁、从哪个地址、用什么浏览器。发现异常时可以强制下线。',
    steps: ['按账号、姓名或 IP 地址查找会话。', '勾选可疑的会话，点“强制下线”。需要时再到用户管理停用账号或重置密码。'],
    buttons: {
      强制下线: '结束所选会话。对方的下一次操作会要求重新登录，未保存的内容会丢失。',
    },
    refusals: {
      notYours: '会话已结束，或不在您的管理范围内。刷新列表再试。',
    },
    see: ['page:user', 'page:auditLog', 'guide:logs'],
  },
  log_usual: {
    about: '业务和管理事件：新增、修改、付款、签约，以及登录和被拒绝的登录。',
    steps: [
      '按时间、操作人、事件或请求编号查找。',
      '用请求编号可以在接口日志和错误日志中找到同一次请求。',
      '日志默认保留 {{usualLogDays}} 天，可用参数 log.usual.days 调整。',
    ],
    see: ['page:log_api', 'page:log_error', 'page:auditLog', 'guide:logs'],
  },
  log_api: {
    about: '接口的调用记录：全部写操作、失败和慢请求，以及一部分读取。用于排查“谁在什么时候调用了什么”。',
    steps: [
      '按结果筛选“失败”，再看状态码和失败原因。',
      '耗时达到 {{slowMs}} 毫秒的请求全部记录；成功的读取按 {{readPercent}}% 抽样。两者都可以用参数调整。',
      '请求参数已脱敏，不含密码、令牌和完整的证件号码。日志默认保留 {{apiLogDays}} 天。',
    ],
    states: { of: 'log_api.type', means: { 1: '请求已完成。', 2: '请求被拒绝或出错，原因见“失败原因”。' } },
    see: ['page:log_usual', 'page:log_error', 'page:param', 'guide:logs'],
  },
  log_error: {
    about: '服务器的意外错误，以及用户从浏览器上传的错误。联系技术支持时请提供请求编号。',
    steps: [
      '按来源区分“服务器”和“浏览器”。',
      '打开一条记录，查看错误信息和堆栈；带有会话录像的，可以点“下载录像”交给技术支持重放。',
      '日志默认保留 {{errorLogDays}} 天，可用参数 log.error.days 调整。',
    ],
    buttons: { 下载录像: '下载用户随错误一起上传的会话录像。' },
    see: ['page:log_api', 'page:log_usual', 'guide:logs'],
  },
};

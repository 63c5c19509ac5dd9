import type { AreaHelp } from '../../help';

export const own: AreaHelp = {
  welcome: {
    about: '登录后的第一页：今天要处理的事项、常用操作和最新订单。只显示您有权查看的内容。',
    steps: [
      '点“今日事项”中的数字，直接打开对应的列表。',
      '第一次使用时，按“开始使用”的步骤填写公司名称、新建产品、新增客户，再新增订单。',
    ],
    see: ['page:order', 'page:payments', 'page:dashboard', 'guide:start'],
  },
  dashboard: {
    about: '查看在租本金、应付、逾期和签约情况。数字按您的数据权限统计，点开就是对应的明细。',
    steps: [
      '先看“待我处理”和逾期金额，再看“应付账龄”：逾期越久的款项越靠下。',
      '“按月现金流”显示往月和预测的月租与本金；“签约漏斗”显示近 30 天合同的去向。',
    ],
    refusals: {
      fieldsHidden: '您的数据权限隐藏了统计所需的字段，对应的图表不显示。',
    },
    see: ['page:order', 'page:paymentPlan', 'page:fascContract', 'guide:payments#ageing'],
  },
  profile: {
    about: '维护自己的头像、姓名、手机号和邮箱，以及修改登录密码。',
    steps: [
      '在“个人信息”修改资料后点“保存”。头像支持 JPG、PNG，不超过 {{avatarKB}} KB。',
      '手机号用于登录时，修改它需要当前密码；系统能发短信时，还需要新号码收到的验证码。',
      '在“修改密码”输入当前密码和新密码。新密码至少 {{leastPasswordLength}} 位，包含大写字母、小写字母、数字、符号中的至少两种。修改后，其他设备上的登录会结束。',
    ],
    refusals: {
      'upload.badAvatar': '换一张更小的 JPG 或 PNG 图片。类型按内容判断，改扩展名没有用。',
      'password.common': '避免常见密码、键盘连续字符，以及包含账号的密码。',
      'auth.oldPasswordWrong': '忘记当前密码时，请管理员重置。',
      'user.phoneTaken': '每个手机号只能属于一个账号。',
    },
    see: ['guide:start#account', 'guide:keyboard'],
  },
  inbox: {
    about: '查看发给您的全部通知、消息和邮件，包括历史消息，可以按标题和内容搜索。',
    steps: [
      '选择类型和显示范围，或输入关键字搜索。',
      '点开一条即标为已读；点“全部标为已读”一次处理。',
      '与记录有关的消息，点“查看详情”打开对应的订单或文件。',
    ],
    see: ['page:notice', 'guide:notices'],
  },
  transfer: {
    about:
      '您在后台导出的文件。超过 {{mostRowsStreamed}} 行的列表在后台生成，完成后通知您，文件保留 {{transferDays}} 天。',
    steps: [
      '在列表的“导入导出”中照常导出，较长的列表会自动转到后台，可以继续其他工作。',
      '完成后在这里点“下载”。文件只有您本人可以下载。',
      '不再需要的导出点“取消”或“删除”；需要最新数据时点“重新导出”。',
    ],
    refusals: {
      'transfer.tooManyInMaking': '等待正在生成的导出完成，或取消其中一个。',
      'transfer.rightsLost': '导出途中您失去了该列表的导出权限，请联系管理员。',
    },
    see: ['page:inbox', 'guide:lists#export'],
  },
  guide: {
    about:
      '按主题介绍整个系统。可以按目录阅读、在指南中搜索，也可以打印单个章节；每个章节都有自己的地址，可以转发给同事。',
    see: ['guide:start', 'guide:refused', 'guide:keyboard'],
  },
  dictHorizontal: {
    about: '左右布局的字典管理：左边选择字典，右边维护它的字典项。',
    see: ['page:dict', 'page:dictbiz', 'guide:people#dictionaries'],
  },
  dictVertical: {
    about: '上下布局的字典管理：上方选择字典，下方维护它的字典项。',
    see: ['page:dict', 'page:dictbiz', 'guide:people#dictionaries'],
  },
};

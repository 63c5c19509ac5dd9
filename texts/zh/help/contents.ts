import type { ChapterEntry } from '../../help';

export const chapters: readonly ChapterEntry[] = [
  { id: 'start', title: '开始使用', words: ['登录', '入门', '新手', '账号', '密码', '标签页'] },
  {
    id: 'order',
    title: '从产品到结清',
    words: ['订单', '产品', '客户', '试算', '起租', '尾差', '计息基准', '凭证', '结清'],
  },
  { id: 'signing', title: '电子签约', words: ['合同', '签署', '现场签署', '见证', '链接'] },
  { id: 'payments', title: '付款与回单', words: ['付款', '逾期', '账龄', '批次', '回单', '打款'] },
  { id: 'lists', title: '列表、视图与导入导出', words: ['导入', '导出', '视图', '列设置', '筛选', '打印', 'Excel'] },
  { id: 'notices', title: '通知与消息', words: ['公告', '短信', '邮件', '提醒', '模板'] },
  { id: 'storage', title: '文件与存储', words: ['附件', '上传', '对象存储', '图片', '影像资料'] },
  {
    id: 'people',
    title: '用户、角色与数据权限',
    words: ['权限', '用户', '部门', '租户', '产品包', '字典', '菜单', '按钮'],
  },
  { id: 'logs', title: '日志与审计', words: ['审计', '日志', '变更记录', '在线用户', '请求编号'] },
  {
    id: 'approvals',
    title: '流程、待办与审批',
    words: ['流程', '审批', '待办', '签收', '转交', '请假', '催办', '加签'],
  },
  { id: 'jobs', title: '定时任务', words: ['任务', '调度', 'CRON', '定时', '自动', 'PowerJob'] },
  { id: 'keyboard', title: '键盘操作', words: ['快捷键', '键盘'] },
  { id: 'refused', title: '被拒绝时怎么办', words: ['拒绝', '没有权限', '报错', '失败', '403'] },
  { id: 'operations', title: '平台运维', words: ['备份', '恢复', '升级', '参数', '配置'], page: 'param' },
];

/** What people type who look for a page without knowing its name. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  why: ['看不到', '看不见', '为什么看不到', '为什么没有', '没权限', '没有权限', '无权限', '不能用', '用不了', '403'],
};

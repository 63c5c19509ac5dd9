/** What jobs can do: the handlers of the server by their keys, and the times at which a tenant's own job first runs them. */
import type { Text } from '../text';

/** `every`: minutes; `at`: the hour of the day within which it runs once. */
type FirstTimes = { every: 5 | 10 | 15 | 20 | 30 | 60 } | { at: number };

/** Days for which runs of jobs are kept, unless the job that removes them says otherwise. */
export const usualRunDays = 30;

export interface HandlerSpec {
  title: Text;
  about: Text;
  /** Every tenant starts with a job of it. */
  first?: FirstTimes;
  /** The job of every tenant starts paused. */
  isPaused?: true;
  /** Of the platform's tenant alone. */
  isPlatform?: true;
  /** Its output names records, whatever their data scopes. */
  namesRecords?: true;
  /** On every node: what it does is done to the process or its disk. */
  isEverywhere?: true;
  /** Parameters that its job starts with, as JSON. */
  params?: string;
}

export const jobHandlers = {
  'order.startDue': {
    title: ['订单到期起租', 'Start orders that are due'],
    about: ['起租日已到、资料齐全的订单开始计租。', 'Starts the lease of orders whose interest date has come.'],
    first: { every: 10 },
  },
  'order.matureDue': {
    title: ['订单到期', 'Mature orders'],
    about: ['租期届满的订单转为已到期。', 'Moves orders whose term is over to matured.'],
    first: { every: 30 },
  },
  'plan.dueReminder': {
    title: ['付款到期与逾期提醒', 'Payment reminders'],
    about: [
      '每天九点后，按消息模板提醒客户即将到期和已逾期的付款，每天一次。',
      'Once a day, after nine, reminds customers of payments that are due soon or overdue, as the message templates say.',
    ],
    first: { every: 30 },
  },
  'plan.overdueDigest': {
    title: ['逾期汇总', 'Overdue digest'],
    about: [
      '每天把逾期付款的笔数与金额发到能查看付款计划的人员的消息中心。',
      'Once a day, tells those who may see payment plans how many instalments are overdue, and their amount.',
    ],
    first: { at: 8 },
  },
  'asset.expiry': {
    title: ['租赁物到期提醒', 'Lease object expiry reminders'],
    about: [
      '保险或中登网登记在 30 天内到期的租赁物，发到能查看租赁物的人员的消息中心，每次到期提醒一次。',
      'Tells those who may see lease objects, once each, which insurance policies and registrations end within 30 days.',
    ],
    first: { at: 7 },
  },
  'message.deliver': {
    title: ['补发消息', 'Resend overdue messages'],
    about: [
      '把未能按时发出的短信和邮件重新放入发送队列。',
      'Queues short messages and e-mails again that were not sent in time.',
    ],
    first: { every: 5 },
  },
  'report.send': {
    title: ['补发定时报表', 'Send overdue reports'],
    about: ['把错过发送时间的报表重新放入队列。', 'Queues scheduled reports again whose time has passed.'],
    first: { every: 10 },
  },
  'note.remind': {
    title: ['补发备注提醒', 'Overdue note reminders'],
    about: ['把错过时间的备注提醒重新放入队列。', 'Queues reminders of notes again whose time has passed.'],
    first: { every: 10 },
  },
  'flow.late': {
    title: ['补办流程定时', 'Overdue process timers'],
    about: [
      '把错过时间的流程定时器和办理期限重新放入队列。',
      'Queues timers and due dates of processes again whose time has passed.',
    ],
    first: { every: 10 },
  },
  'search.index': {
    title: ['补建搜索索引', 'Complete the search index'],
    about: ['为尚未编入搜索的记录建立索引。', 'Indexes records that the search does not know yet.'],
    first: { every: 30 },
  },
  'yield.keep': {
    title: ['补算实际年化利率', 'Complete effective rates'],
    about: [
      '为已起租的订单补算实际年化利率，供业务报表使用。',
      'Computes the effective yearly rate of started orders that lack it, for the business reports.',
    ],
    first: { every: 60 },
  },
  'ledger.sum': {
    title: ['每日汇总', 'Add up the days'],
    about: [
      '保存每天结束时各月的应付、未付与实收合计，供月度现金流报表使用。参数 again：true 表示全部重算。',
      'Keeps what was planned, open and received of each month at the end of a day, for the cash flow report. Parameter again: true computes all of it anew.',
    ],
    first: { at: 1 },
  },
  'identity.index': {
    title: ['补建证件索引', 'Complete the index of ID numbers'],
    about: [
      '为旧版本保存的证件号码建立查找索引。',
      'Makes ID numbers findable that were stored by an earlier version.',
    ],
    first: { at: 1 },
  },
  'files.sweep': {
    title: ['清理文件', 'Clean up files'],
    about: ['删除已无记录使用的文件和过期的上传。', 'Removes files that no record uses any more, and expired uploads.'],
    first: { every: 60 },
  },
  'session.sweep': {
    title: ['清理会话', 'Clean up sessions'],
    about: [
      '删除早已结束的会话、过期的验证码和幂等键。',
      'Removes sessions that ended long ago, expired codes and answered keys.',
    ],
    first: { every: 60 },
  },
  'transfer.sweep': {
    title: ['清理导出文件', 'Clean up exports'],
    about: [
      '删除过期的后台导出，重新开始中断的导出。',
      'Removes expired exports, and begins again those that broke off.',
    ],
    first: { every: 30 },
  },
  'contract.reconcile': {
    title: ['合同核对', 'Reconcile contracts'],
    about: [
      '核对订单的签署标志与合同状态，列出不一致之处。',
      'Compares the signing marks of orders with their contracts, and lists what differs.',
    ],
    namesRecords: true,
    first: { at: 2 },
  },
  'esign.reconcile': {
    title: ['签署平台核对', 'Reconcile signing tasks'],
    about: [
      '向法大大查询十分钟没有消息的签署任务，补办未完成的创建、撤销和文件下载。',
      'Asks FASC about tasks that nothing was heard of for ten minutes, and completes creations, withdrawals and downloads.',
    ],
    first: { every: 10 },
  },
  'invariant.check': {
    title: ['数据核对', 'Reconcile ledger'],
    about: [
      '核对付款计划、付款流水与订单的金额和状态，列出违反规则的记录。',
      'Checks plans, payments and orders against their rules, and lists the records that break one.',
    ],
    namesRecords: true,
    first: { at: 3 },
  },
  'audit.verifyChain': {
    title: ['审计校验', 'Verify the audit trail'],
    about: [
      '从第一条起校验审计记录，缺少或改动时运行失败。',
      'Verifies the audit trail from its first entry; fails where one is missing or changed.',
    ],
    first: { at: 4 },
  },
  'audit.anchor': {
    title: ['审计封存', 'Anchor the audit trail'],
    about: [
      '把审计记录的最新位置签名保存到每台服务器的数据目录。',
      'Writes how far the audit trail has come, signed, into the data directory of every server.',
    ],
    first: { every: 10 },
    isEverywhere: true,
  },
  'log.cleanup': {
    title: ['清理日志', 'Clean up logs'],
    about: [
      '删除所有租户超过保留天数的日志和任务运行记录。参数 runDays：运行记录保留天数。',
      'Deletes logs and runs of jobs of every tenant that are older than their days. Parameter runDays: days for which runs are kept.',
    ],
    first: { every: 60 },
    isPlatform: true,
    params: `{"runDays":${usualRunDays}}`,
  },
  'shared.sweep': {
    title: ['清理公共数据', 'Clean up shared data'],
    about: ['删除过期的图形验证码和地址记录。', 'Removes expired captchas and addresses without recent failures.'],
    first: { every: 60 },
    isPlatform: true,
  },
  'backup.make': {
    title: ['备份', 'Back up'],
    about: [
      '把数据库、文件和密钥备份到 BACKUP_DIR 指定的目录。参数 keep：保留最近几份；withoutFiles：true 表示文件另行备份。数据库引用的文件有缺失时运行失败。',
      'Backs up database, files and key into the folder that BACKUP_DIR names. Parameters: keep, how many of the latest stay; withoutFiles, true where files are kept by other means. A run fails when files that the database refers to are missing.',
    ],
    first: { at: 2 },
    isPlatform: true,
    isPaused: true,
    params: '{"keep":7}',
  },
  'demo.echo': {
    title: ['演示：输出参数', 'Demo: echo'],
    about: [
      '把参数写入运行日志。参数 steps、pauseMs 使它运行得更久，failTimes 使前几次执行失败。',
      'Writes its parameters to the log. With the parameters steps and pauseMs it takes longer, with failTimes its first attempts fail.',
    ],
  },
} as const satisfies Record<string, HandlerSpec>;

export type HandlerKey = keyof typeof jobHandlers;

export function isHandlerKey(key: unknown): key is HandlerKey {
  return typeof key === 'string' && Object.hasOwn(jobHandlers, key);
}
export function handlerSpec(key: HandlerKey): HandlerSpec {
  return jobHandlers[key];
}

/** The keys that a tenant may use. */
export function handlersOf(isPlatform: boolean): HandlerKey[] {
  return (Object.keys(jobHandlers) as HandlerKey[]).filter((key) => isPlatform || !handlerSpec(key).isPlatform);
}

/** A small number from a text, always the same. */
function spread(text: string, below: number): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % below;
}

/** The first expression of a tenant's job: tenants and jobs are spread over the hour, so that not all begin at once. */
export function firstExpression(key: HandlerKey, tenantId: string): string | undefined {
  const { first } = handlerSpec(key);
  if (!first) return undefined;
  const [second, minute] = [spread(`${tenantId} ${key}`, 60), spread(`${key} ${tenantId}`, 60)];
  if ('at' in first) return `${second} ${minute} ${first.at} * * ?`;
  return first.every === 60
    ? `${second} ${minute} * * * ?`
    : `${second} ${minute % first.every}/${first.every} * * * ?`;
}

import { instantOf } from '../../domain/calendar';
import { judgeTimes, timeTypes } from '../../domain/job/jobTimes';
import { isEmpty } from '../../domain/values';
import { choice, dateTime, flag, integer, longText, ref, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';
import { runStateTexts } from './runStates';

export { timeTypes };
/** Numbers as PowerJob and the family have them. */
export const executeTypes = { standalone: 1, broadcast: 2, mapReduce: 3 } as const;
export const processorTypes = { builtIn: 1, external: 4 } as const;
export const dispatchStrategies = { healthFirst: 1, random: 2 } as const;
export const logTypes = { online: 1, local: 2, stdout: 3, localAndOnline: 4, none: 999 } as const;
export const logLevels = { debug: 1, info: 2, warn: 3, error: 4, off: 99 } as const;
export const jobStates = { paused: 0, enabled: 1 } as const;

const limit = { initial: 0, min: 0, inTable: false } as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Problems that no field has by itself, seen at `now` in ms since 1970. */
export function judgeJob(draft: Record<string, unknown>, now: number): Problems {
  const params = isEmpty(draft.jobParams) ? '' : String(draft.jobParams).trim();
  return { ...judgeTimes(draft, now), ...(/^[{[]/.test(params) && !isJson(params) ? { jobParams: 'badJson' } : {}) };
}

/** A job: what runs, when, where, and how far it may go. */
export const jobinfo = defineModule({
  name: 'jobinfo',
  title: ['任务', 'Job'],
  path: '/blade-job/job-info',
  chosen: { by: 'search', title: 'jobName', note: 'jobId' },
  menu: { under: 'job', icon: 'calendar-clock', title: ['任务管理', 'Jobs'], sort: 20 },
  without: ['import'],
  fields: {
    jobServerId: ref('jobserver')('任务服务', 'Job server', { required: true, search: 'equal' }),
    /** Our own id, or that of the PowerJob server. */
    jobId: text('任务编号', 'Job ID', { derived: true, search: 'equal', maxLength: 32 }),
    jobName: text('任务名称', 'Job name', { required: true, search: 'like' }),
    jobDescription: longText('任务描述', 'Description', { inTable: false, holdsSecrets: true }),
    jobParams: longText('任务参数', 'Parameters', { maxLength: 4000, inTable: false, holdsSecrets: true }),
    timeExpressionType: choice(
      '时间表达式类型',
      'Schedule type',
      {
        [timeTypes.api]: ['仅由接口触发', 'By API call only'],
        [timeTypes.cron]: ['按 CRON 表达式', 'CRON expression'],
        [timeTypes.fixedRate]: ['固定频率（毫秒）', 'Fixed rate (ms)'],
        [timeTypes.fixedDelay]: ['固定延迟（毫秒）', 'Fixed delay (ms)'],
        [timeTypes.workflow]: ['工作流', 'Workflow'],
      },
      { required: true, initial: timeTypes.cron, search: 'equal' },
    ),
    timeExpression: text('时间表达式', 'Schedule', { maxLength: 128 }),
    /** IANA name; empty: that of the installation. */
    timeZone: text('时区', 'Time zone', { maxLength: 64, inTable: false }),
    executeType: choice(
      '执行类型',
      'Execution',
      {
        [executeTypes.standalone]: ['单机执行', 'On one node'],
        [executeTypes.broadcast]: ['广播执行', 'On every node'],
        [executeTypes.mapReduce]: ['分片执行（MapReduce）', 'In shards (MapReduce)'],
      },
      { required: true, initial: executeTypes.standalone, inTable: false },
    ),
    processorType: choice(
      '处理器类型',
      'Processor type',
      {
        [processorTypes.builtIn]: ['内建', 'Built in'],
        [processorTypes.external]: ['外部动态加载', 'External'],
      },
      { required: true, initial: processorTypes.builtIn, inTable: false },
    ),
    /** The key of a handler; on a PowerJob server the name of a class. */
    processorInfo: text('处理器', 'Processor', { required: true, search: 'like', maxLength: 255 }),
    dispatchStrategy: choice(
      '分发策略',
      'Dispatch',
      {
        [dispatchStrategies.healthFirst]: ['负载低的节点优先', 'Least busy node first'],
        [dispatchStrategies.random]: ['随机节点', 'Any node at random'],
      },
      { required: true, initial: dispatchStrategies.healthFirst, inTable: false },
    ),
    enable: choice(
      '状态',
      'Status',
      { [jobStates.paused]: ['暂停', 'Paused'], [jobStates.enabled]: ['启用', 'Enabled'] },
      { required: true, initial: jobStates.enabled, search: 'equal' },
    ),
    /** `start,end`, each `yyyy-MM-dd HH:mm:ss` or empty. */
    lifecycle: text('生命周期', 'Active period', { maxLength: 128, inTable: false }),
    /** 0: no limit; of all below as well, unless said otherwise. */
    maxInstanceNum: integer('最大实例数', 'Max. concurrent runs', { ...limit, max: 1000 }),
    concurrency: integer('单机线程并发数', 'Max. concurrent sub-tasks', {
      initial: 5,
      min: 1,
      max: 64,
      inTable: false,
    }),
    /** ms */
    instanceTimeLimit: integer('运行时间限制（毫秒）', 'Time limit (ms)', { ...limit, max: 604_800_000 }),
    instanceRetryNum: integer('实例重试次数', 'Retries of a run', { ...limit, max: 100 }),
    taskRetryNum: integer('子任务重试次数', 'Retries of a sub-task', { ...limit, max: 100 }),
    minCpuCores: integer('最小可用 CPU 核数', 'Min. free CPU cores', { ...limit, max: 1024 }),
    /** GB, as the next one. */
    minMemorySpace: integer('最小内存（GB）', 'Min. free memory (GB)', { ...limit, max: 65_536 }),
    minDiskSpace: integer('最小磁盘空间（GB）', 'Min. free disk space (GB)', { ...limit, max: 1_048_576 }),
    designatedWorkers: text('执行机器', 'Nodes', { maxLength: 500, inTable: false }),
    maxWorkerCount: integer('最大执行机器数量', 'Max. nodes', { ...limit, max: 1024 }),
    notifyUserIds: refs('user')('告警接收人', 'Alerts to', {
      inTable: false,
      shownAs: 'notifyUserNames',
      whenRemoved: 'keep',
    }),
    /** Failures within the window before there is an alarm; 0: each final failure. */
    alertThreshold: integer('错误阈值', 'Failures before an alert', { ...limit, max: 100_000 }),
    /** Seconds, as the next one. */
    statisticWindowLen: integer('统计窗口（秒）', 'Counting window (s)', { ...limit, max: 2_592_000 }),
    silenceWindowLen: integer('沉默窗口（秒）', 'Alert silence (s)', { ...limit, max: 2_592_000 }),
    logType: choice(
      '日志类型',
      'Log to',
      {
        [logTypes.online]: ['运行日志', 'Run log'],
        [logTypes.local]: ['服务器文件', 'File on the server'],
        [logTypes.stdout]: ['进程输出', 'Output of the process'],
        [logTypes.localAndOnline]: ['服务器文件和运行日志', 'File and run log'],
        [logTypes.none]: ['不记录', 'Nowhere'],
      },
      { initial: logTypes.online, inTable: false },
    ),
    logLevel: choice(
      '日志级别',
      'Log level',
      {
        [logLevels.debug]: ['DEBUG', 'Debug'],
        [logLevels.info]: ['INFO', 'Info'],
        [logLevels.warn]: ['WARN', 'Warning'],
        [logLevels.error]: ['ERROR', 'Error'],
        [logLevels.off]: ['OFF', 'Off'],
      },
      { initial: logLevels.info, inTable: false },
    ),
    /** Free for developers. */
    extra: text('扩展字段', 'Extra', { maxLength: 500, inTable: false, holdsSecrets: true }),
    /** Shipped with the product: its times may be changed, and it may be paused, but it is not removed. */
    isBuiltIn: flag('内置任务', 'Shipped', { derived: true, inForm: false, inTable: false }),
    nextTime: dateTime('下次运行', 'Next run'),
    lastTime: dateTime('上次运行', 'Last run'),
    lastState: choice('上次结果', 'Last result', runStateTexts, { derived: true, inForm: false, search: 'equal' }),
    /** Why it is disabled, or is not kept in step with its PowerJob server. */
    note: text('说明', 'Details', { derived: true, inForm: false, inTable: false, maxLength: 300 }),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  sortable: ['jobName', 'nextTime', 'lastTime', 'updateTime'],
  actions: {
    run: {
      label: ['运行', 'Run now'],
      icon: 'play-circle',
      question: {
        title: ['立即运行', 'Run now'],
        text: ['将立即运行一次，不影响原定计划。', 'This starts one run at once. The schedule is not affected.'],
      },
      done: ['已开始运行', 'Started'],
      refreshes: ['joblog'],
    },
    enable: {
      label: ['启用', 'Enable'],
      icon: 'checkmark-circle',
      shown: ({ enable }) => enable === jobStates.paused,
      done: ['已启用', 'Enabled'],
    },
    pause: {
      label: ['暂停', 'Pause'],
      icon: 'pause',
      shown: ({ enable }) => enable === jobStates.enabled,
      done: ['已暂停', 'Paused'],
    },
    sync: {
      label: ['数据同步', 'Sync'],
      on: 'list',
      icon: 'arrow-sync',
      question: {
        title: ['数据同步', 'Sync'],
        text: ['与 PowerJob 服务双向同步任务？', 'Sync jobs with the PowerJob servers in both directions?'],
      },
      done: ['同步完成', 'Synced'],
    },
  },
  judging: (draft, today) => judgeJob(draft, instantOf(`${today} 00:00:00`)),
});
export type JobInfo = RecordOf<typeof jobinfo>;

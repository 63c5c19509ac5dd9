import { choice, dateTime, flag, integer, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { finalStates, runStateTexts, runTriggerTexts } from './runStates';

/** Runs of jobs. A run keeps its number through all its attempts. */
export const joblog = defineModule({
  name: 'joblog',
  title: ['运行记录', 'Run'],
  path: '/blade-job/job-log',
  menu: { under: 'job', icon: 'history', title: ['运行日志', 'Run log'], sort: 30 },
  without: ['add', 'update', 'remove', 'import'],
  keepsNoHistory: true,
  fields: {
    jobInfoId: ref('jobinfo')('任务', 'Job', {
      derived: true,
      inForm: false,
      inTable: false,
      search: 'equal',
      shownAs: 'jobInfoName',
      whenRemoved: 'keep',
    }),
    /** As it was called then. */
    jobName: text('任务名称', 'Job name', { derived: true, search: 'like' }),
    processorInfo: text('处理器', 'Processor', { derived: true, search: 'equal', maxLength: 255, inTable: false }),
    state: choice('状态', 'Status', runStateTexts, { derived: true, search: 'equal' }),
    trigger: choice('触发方式', 'Started by', runTriggerTexts, { derived: true, search: 'equal' }),
    /** It also stands for moments that were missed while no server ran. */
    isLate: flag('补运行', 'Catch-up run', { derived: true, inTable: false }),
    /** Moments beside its own that it stands for. */
    missed: integer('错过次数', 'Missed', { derived: true, inTable: false }),
    attempt: integer('执行次数', 'Attempts', { derived: true }),
    /** The node that runs it, or ran it last. */
    node: text('执行节点', 'Node', { derived: true, search: 'like', maxLength: 128 }),
    /** Percent. */
    progress: integer('进度', 'Progress', { derived: true, inTable: false }),
    progressText: text('进度说明', 'Step', { derived: true, inTable: false, maxLength: 200 }),
    params: longText('任务参数', 'Parameters', { derived: true, inTable: false, maxLength: 4000, holdsSecrets: true }),
    result: longText('运行结果', 'Result', { derived: true, inTable: false, maxLength: 2000, holdsSecrets: true }),
    /** Why it failed, or did not begin. */
    cause: longText('失败原因', 'Cause', { derived: true, maxLength: 1000 }),
    scheduledTime: dateTime('计划时间', 'Due at', { search: 'range' }),
    startTime: dateTime('开始时间', 'Started at', { search: 'range' }),
    endTime: dateTime('结束时间', 'Ended at', { inTable: false }),
    /** ms, of the last attempt. */
    duration: integer('耗时（毫秒）', 'Duration (ms)', { derived: true }),
  },
  sortable: ['scheduledTime', 'startTime', 'duration'],
  actions: {
    stop: {
      label: ['停止', 'Stop'],
      icon: 'record-stop',
      tone: 'danger',
      shown: ({ state }) => !finalStates.includes(Number(state)),
      question: {
        title: ['停止该次运行？', 'Stop this run?'],
        text: ['已完成的部分不会撤销。', 'Completed work is not undone.'],
        danger: true,
      },
      done: ['已请求停止', 'Stop requested'],
    },
    rerun: {
      label: ['重新运行', 'Run again'],
      icon: 'arrow-clockwise',
      shown: ({ state }) => finalStates.includes(Number(state)),
      question: {
        title: ['重新运行？', 'Run again?'],
        text: [
          '将以该任务现在的设置与本次的参数创建一次新的运行。',
          'This starts a new run, with the job as it is now and the parameters of this run.',
        ],
      },
      done: ['已开始运行', 'Started'],
    },
  },
});
export type JobLog = RecordOf<typeof joblog>;

import { isEmpty } from '../../domain/values';
import { choice, dateTime, flag, longText, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** `state`: what the last check of a server found. */
export const serverStates = { unchecked: 0, working: 1, away: 2, wrongPassword: 3 } as const;

/** A place where jobs run: the scheduler inside this product, or an application of a PowerJob server. */
export const jobserver = defineModule({
  name: 'jobserver',
  title: ['任务服务', 'Job server'],
  path: '/blade-job/job-server',
  chosen: { by: 'list', title: 'jobServerName', note: 'jobAppName' },
  menu: { under: 'job', icon: 'database', title: ['任务服务', 'Job servers'], sort: 10 },
  without: ['import'],
  fields: {
    jobServerName: text('服务名称', 'Name', { required: true, search: 'like' }),
    jobServerUrl: text('服务地址', 'Address', { required: true, maxLength: 255 }),
    jobAppName: text('应用名称', 'App name', { required: true, search: 'like' }),
    /** Sealed. */
    jobAppPassword: secret('应用密码', 'App password', { maxLength: 128 }),
    jobRemark: longText('备注', 'Remark', { inTable: false, holdsSecrets: true }),
    /** The scheduler inside this product. */
    isEmbedded: flag('内置', 'Built in', { derived: true, inForm: false, inTable: false }),
    /** The application's id on the PowerJob server. */
    appId: text('应用编号', 'App ID', { derived: true, inForm: false, inTable: false }),
    state: choice(
      '状态',
      'Status',
      {
        [serverStates.unchecked]: ['未检测', 'Not checked'],
        [serverStates.working]: ['正常', 'Working'],
        [serverStates.away]: ['无法连接', 'Not reached'],
        [serverStates.wrongPassword]: ['应用或密码错误', 'App or password refused'],
      },
      { derived: true, inForm: false, search: 'equal', initial: serverStates.unchecked },
    ),
    /** What the check answered, where it failed. */
    stateNote: text('说明', 'Details', { derived: true, inForm: false, inTable: false, maxLength: 300 }),
    checkTime: dateTime('检测时间', 'Checked at'),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  actions: {
    sync: {
      label: ['数据同步', 'Sync'],
      on: 'list',
      icon: 'arrow-sync',
      question: {
        title: ['数据同步', 'Sync'],
        text: ['与 PowerJob 服务双向同步任务？', 'Check every server and refresh what is known of it?'],
      },
      done: ['操作成功!', 'Done'],
    },
  },
  /** The stored password is never sent: without an id there is none. */
  judging({ id, isEmbedded, jobAppPassword }): Problems {
    const isNew = isEmpty(id) && isEmbedded !== 1;
    return isNew && isEmpty(jobAppPassword) ? { jobAppPassword: 'required' } : {};
  },
});
export type JobServer = RecordOf<typeof jobserver>;

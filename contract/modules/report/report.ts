import { frequencies, isTimeOfDay } from '../../domain/sendingTimes';
import { choice, dateTime, integer, longText, ref, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** `kind`: the report that a file holds; the reports themselves are declared in `contract/wire/reports`. */
export const reportKinds = {
  portfolio: 1,
  dueList: 2,
  ageing: 3,
  cashFlow: 4,
  signingFunnel: 5,
  customerStatement: 6,
} as const;
export const reportTexts = {
  [reportKinds.portfolio]: ['业务台账', 'Portfolio'],
  [reportKinds.dueList]: ['到期应收（付）清单', 'Due list'],
  [reportKinds.ageing]: ['账龄分析', 'Ageing'],
  [reportKinds.cashFlow]: ['月度现金流', 'Cash flow by month'],
  [reportKinds.signingFunnel]: ['签约漏斗', 'Signing funnel'],
  [reportKinds.customerStatement]: ['客户对账单', 'Customer statement'],
} as const;

export const reportFormats = { xlsx: 1, pdf: 2 } as const;
/** What became of a report that was due. */
export const sendingOutcomes = { sent: 1, failed: 2, notSent: 3 } as const;

/** `29` to `31` say: the last day, in months without them. */
const lastMonthDay = 31;
/** People who receive a report at most. */
export const mostRecipients = 100;

const frequencyTexts = {
  [frequencies.never]: ['不发送', 'Not scheduled'],
  [frequencies.daily]: ['每天', 'Daily'],
  [frequencies.weekly]: ['每周', 'Weekly'],
  [frequencies.monthly]: ['每月', 'Monthly'],
} as const;
const weekDayTexts = {
  1: ['星期一', 'Monday'],
  2: ['星期二', 'Tuesday'],
  3: ['星期三', 'Wednesday'],
  4: ['星期四', 'Thursday'],
  5: ['星期五', 'Friday'],
  6: ['星期六', 'Saturday'],
  7: ['星期日', 'Sunday'],
} as const;
const formatTexts = { [reportFormats.xlsx]: ['Excel', 'Excel'], [reportFormats.pdf]: ['PDF', 'PDF'] } as const;

/** A report under a name, with its parameters and the times at which it is sent. */
export const report = defineModule({
  name: 'report',
  title: ['报表', 'Report'],
  path: '/blade-report/report/rest',
  chosen: { by: 'search', title: 'name' },
  menu: { under: 'reports', icon: 'data-trending', title: ['定时报表', 'Scheduled reports'], path: 'reportlist' },
  fields: {
    name: text('文件名', 'Name', { required: true, search: 'like', maxLength: 100 }),
    kind: choice('报表类型', 'Type', reportTexts, { required: true, search: 'equal' }),
    /** The kept parameters, as a JSON object of texts by their names. */
    params: longText('报表参数', 'Parameters', { maxLength: 2000, inTable: false, inForm: false, inFile: false }),
    frequency: choice('发送频率', 'Schedule', frequencyTexts, {
      derived: true,
      inForm: false,
      search: 'equal',
      initial: frequencies.never,
    }),
    sendTime: text('发送时间', 'Time', { derived: true, inTable: false, inForm: false }),
    weekDay: choice('星期', 'Day of the week', weekDayTexts, { derived: true, inTable: false, inForm: false }),
    monthDay: integer('日期', 'Day of the month', { derived: true, inTable: false, inForm: false }),
    fileFormat: choice('文件格式', 'File format', formatTexts, { derived: true, inTable: false, inForm: false }),
    recipientIds: refs('user')('接收人', 'Recipients', {
      derived: true,
      inTable: false,
      inForm: false,
      shownAs: 'recipientNames',
      whenRemoved: 'keep',
    }),
    scheduledBy: ref('user')('设置人', 'Scheduled by', {
      derived: true,
      inTable: false,
      inForm: false,
      shownAs: 'scheduledByName',
      whenRemoved: 'keep',
    }),
    nextTime: dateTime('下次发送', 'Next'),
    lastTime: dateTime('上次发送', 'Last run'),
    lastOutcome: choice(
      '发送结果',
      'Outcome',
      {
        [sendingOutcomes.sent]: ['已发送', 'Sent'],
        [sendingOutcomes.failed]: ['失败', 'Failed'],
        [sendingOutcomes.notSent]: ['未发送', 'Not sent'],
      },
      { derived: true, inForm: false },
    ),
    lastReason: text('说明', 'Details', { derived: true, inTable: false, inForm: false, maxLength: 500 }),
    createTime: dateTime('创建时间', 'Created at'),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  actions: {
    file: ['生成文件', 'Save as file'],
    send: {
      label: ['定时发送', 'Schedule'],
      icon: 'clock',
      question: {
        title: ['定时发送', 'Schedule this report'],
        text: [
          '报表按您届时的权限与数据范围生成，接收人将看到其中的全部内容。频率选“不发送”即停止。',
          'It is made with your rights and data scopes at that moment, and its recipients see all of it. “Not scheduled” stops it.',
        ],
      },
      done: ['已保存', 'Saved'],
      fields: {
        frequency: choice('发送频率', 'Sent', frequencyTexts, { required: true, initial: frequencies.monthly }),
        sendTime: text('发送时间（如 08:30，北京时间）', 'Time (such as 08:30, China Standard Time)', {
          required: true,
          initial: '08:30',
          maxLength: 5,
        }),
        weekDay: choice('星期（每周发送时）', 'Day of the week (if weekly)', weekDayTexts, { initial: 1 }),
        monthDay: integer(
          '日期（每月发送时，1–31，当月没有则为最后一天）',
          'Day of the month (if monthly; 1–31, or the last day)',
          { initial: 1, min: 1, max: lastMonthDay },
        ),
        fileFormat: choice('文件格式', 'File format', formatTexts, { required: true, initial: reportFormats.xlsx }),
        recipientIds: refs('user')('接收人', 'Recipients', { shownAs: 'recipientNames', whenRemoved: 'keep' }),
      },
    },
  },
  sortable: ['name', 'nextTime', 'lastTime', 'updateTime'],
});
export type ReportFile = RecordOf<typeof report>;

/** Whether the action's form says when: the problem of its fields otherwise. */
export function judgeSending({ frequency, sendTime, recipientIds }: Record<string, unknown>) {
  return {
    ...(isTimeOfDay(String(sendTime ?? '')) ? {} : { sendTime: 'badFormat' as const }),
    ...(frequency !== frequencies.never && !recipientIds ? { recipientIds: 'required' as const } : {}),
  };
}

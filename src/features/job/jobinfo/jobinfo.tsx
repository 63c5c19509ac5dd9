import { firesItself, timeTypes } from '../../../../contract/domain/job/jobTimes';
import { label, textIn } from '../../../../contract/domain/text';
import { jobinfo, jobStates } from '../../../../contract/modules/job/jobinfo';
import { joblog } from '../../../../contract/modules/job/joblog';
import { route } from '../../../store/navigation/route';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { defineFeature } from '../../crud/feature';
import type { Screen } from '../../crud/screen';
import { RunState } from '../RunState';
import { handlerText, handlerTitle, jobTitle } from './handlerText';
import { LifecycleInput, NextTimes, ProcessorInput } from './JobInputs';
import { previewClock, previewSaga } from './previewClock';

const shipped = label('内置任务的处理器不能修改', 'The handler of a shipped job can’t be changed');
const oneServer = label('保存后不能修改', 'It can’t be changed once the job is saved');

const helps: Screen['helps'] = {
  timeExpression: ({ timeExpressionType }) =>
    Number(timeExpressionType) === timeTypes.cron
      ? label(
          '秒 分 时 日 月 周 [年]，周日为 1，日与周须有一个为 ?，如每分钟为 0 * * * * ?',
          'Second minute hour day month weekday [year]; Sunday is 1, and day or weekday is ?. Each minute is 0 * * * * ?',
        )
      : label('1000–120000 毫秒', '1000–120000 ms'),
  timeZone: label('不填为北京时间，如 America/New_York', 'China Standard Time if empty; for example America/New_York'),
  jobParams: label('以 { 或 [ 开头时须为有效的 JSON', 'Must be valid JSON where it begins with { or ['),
  designatedWorkers: label(
    '节点编号、主机名、地址或标签，逗号分隔；不填则任一节点',
    'Numbers, hosts, addresses or tags of nodes, joined by commas; any node if empty',
  ),
  maxInstanceNum: label('0 表示不限', '0: no limit'),
  alertThreshold: label('0 表示每次最终失败都告警', '0: an alert at each final failure'),
  instanceRetryNum: label('失败 10 秒后重试', 'It is tried again after 10 seconds'),
};

export const feature = defineFeature(
  jobinfo,
  () => ({
    naming: 'jobName',
    columns: [
      ...['jobName', 'processorInfo', 'timeExpression', 'enable', 'nextTime', 'lastTime', 'lastState', 'jobServerId'],
      ...['jobId', 'timeExpressionType', 'maxInstanceNum', 'updateTime'],
    ],
    widths: {
      jobName: 170,
      processorInfo: 190,
      timeExpression: 140,
      jobServerId: 110,
      jobId: 170,
      actions: 350,
    },
    phone: { jobName: 'name', timeExpression: 'code', enable: 'state', processorInfo: 'note', nextTime: 'date' },
    search: ['jobServerId', 'jobName', 'enable', 'lastState', 'timeExpressionType', 'processorInfo', 'jobId'],
    cells: {
      jobName: ({ jobName, processorInfo }, { language }) => jobTitle(jobName, processorInfo, language),
      processorInfo: ({ processorInfo }, { language }) => (
        <span title={handlerText(processorInfo, language)}>
          {handlerTitle(processorInfo, language) ?? processorInfo}
        </span>
      ),
      timeExpression: ({ timeExpression, timeExpressionType }, { language }) => {
        const type = textIn(jobinfo.fields.timeExpressionType.choices?.[String(timeExpressionType)], language);
        if (!timeExpression) return type;
        return timeExpressionType === timeTypes.cron ? (
          <span className={text.code}>{timeExpression}</span>
        ) : (
          <span title={type}>{`${timeExpression} ms`}</span>
        );
      },
      enable: ({ enable, note }, { language }) => {
        const isOn = enable === jobStates.enabled;
        return (
          <StatusChip
            tone={isOn ? 'plain-success' : 'quiet'}
            glyph={isOn ? 'checkmark-circle' : 'pause'}
            {...(note ? { title: note } : {})}
          >
            {textIn(jobinfo.fields.enable.choices?.[String(enable)], language)}
          </StatusChip>
        );
      },
      lastState: ({ lastState }, { language }) =>
        lastState === null ? <Dash /> : <RunState state={lastState} language={language} />,
    },
    isMuted: ({ enable }) => enable === jobStates.paused,
    isRemovable: ({ isBuiltIn }) => isBuiltIn !== 1,
    formSize: 1200,
    labelWidth: 180,
    formParts: {
      jobServerId: { title: label('基本信息', 'Basics') },
      timeExpressionType: { title: label('运行时间', 'Times') },
      executeType: { title: label('高级设置', 'Advanced'), isFolded: true },
    },
    form: [
      ['jobServerId', 'jobName'],
      ['processorType', 'processorInfo'],
      ['jobParams'],
      ['jobDescription'],
      ['timeExpressionType', 'timeExpression'],
      ['timeZone', 'lifecycle'],
      ['enable'],
      ['executeType', 'dispatchStrategy'],
      ['maxInstanceNum'],
      ['concurrency', 'instanceTimeLimit'],
      ['instanceRetryNum', 'taskRetryNum'],
      ['minCpuCores', 'minMemorySpace'],
      ['minDiskSpace', 'maxWorkerCount'],
      ['designatedWorkers'],
      ['notifyUserIds', 'alertThreshold'],
      ['statisticWindowLen', 'silenceWindowLen'],
      ['logType', 'logLevel'],
      ['extra'],
    ],
    groups: ['lifecycle'],
    inputs: {
      processorInfo: (props) => <ProcessorInput {...props} />,
      lifecycle: (props) => <LifecycleInput {...props} />,
    },
    notes: { timeExpression: NextTimes },
    isFieldShown: (name, draft) => {
      if (name === 'timeExpression') return firesItself(draft);
      return name !== 'timeZone' || Number(draft.timeExpressionType) === timeTypes.cron;
    },
    fixedReason: (name, { id, isBuiltIn }) => {
      if (name === 'jobServerId' && id !== undefined) return oneServer;
      return name === 'processorInfo' && isBuiltIn === 1 ? shipped : undefined;
    },
    helps,
    rowActions: [
      {
        key: 'log',
        label: label('运行日志', 'Run log'),
        icon: 'history',
        permission: 'joblog_view',
        act: ({ id }) => route.actions.open({ feature: joblog.name, search: `jobInfoId=${id}` }),
      },
    ],
  }),
  (slice) => ({ slices: [previewClock], saga: previewSaga(slice) }),
);

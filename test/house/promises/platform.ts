import type { PromiseTable } from './table';

/** What makes true what texts promise about registers, jobs, files, messages and processes. */
export const platform: PromiseTable = [
  [
    { refusal: 'datasource.notReader' },
    'areas/develop:datasource.textHelp',
    'help/tool:datasource.about',
    'help/tool:datasource.steps.0',
    'help/tool:datasource.buttons.查询数据',
    'help/tool:datasource.buttons.Query',
  ],
  [
    { test: 'server/develop/datasource.test.ts › is saved once it answers, and never tells its password' },
    'help/tool:datasource.steps.1',
    'help/tool:datasource.steps.4',
  ],
  [
    {
      test: 'server/develop/importing.test.ts › a table becomes a model that is fit for use, and what is left out is told',
    },
    'areas/develop:model.fromTableHelp',
  ],
  [{ refusal: 'model.fixed' }, 'areas/develop:model.codeFixed'],
  [
    {
      test: 'src/features/develop/model.test.ts › the preview adds, finds and removes sample records, and no call is made',
    },
    'areas/develop:model.previewNote',
    'help/tool:model.steps.4',
    'develop/model/model.tsx:把一张登记表描述成字段，列表、搜',
  ],
  [
    {
      test: 'src/features/develop/model.test.ts › fields are added, renamed, moved and removed, and all of it is undone',
    },
    'help/tool:model.steps.1',
  ],
  [{ refusal: 'register.withdrawn' }, 'model.actions.withdraw.question.text'],
  [
    { test: 'contract/domain/jobTimes.test.ts › type %i takes no expression and never runs by itself' },
    'areas/job:job.byHand',
    'help/job:jobinfo.steps.1',
  ],
  [{ test: 'contract/domain/jobTimes.test.ts › an hour that is repeated runs once' }, 'help/guide:jobs.1.blocks.2'],
  [
    { test: 'server/job/jobs.test.ts › is stopped while it runs, and its output is read meanwhile' },
    'areas/job:job.growing',
    'help/job:joblog.steps.1',
    'help/job:joblog.steps.2',
    'joblog.actions.stop.question.text',
  ],
  [
    {
      test: 'server/job/jobs.test.ts › that is paused is not scheduled, runs by hand, and is armed anew when it is enabled',
    },
    'help/job:jobinfo.steps.2',
    'help/job:jobinfo.states.means.0',
    'help/job:jobinfo.buttons.暂停',
    'help/job:jobinfo.buttons.Pause',
  ],
  [
    { test: 'server/job/jobs.test.ts › runs at its moment, once however often its task comes, and says what it did' },
    'help/job:jobinfo.about',
    'help/job:jobinfo.states.means.1',
  ],
  [
    { action: 'jobinfo.run' },
    'help/job:jobinfo.buttons.运行',
    'help/job:jobinfo.buttons.Run now',
    'jobinfo.actions.run.question.text',
  ],
  [
    { test: 'server/job/jobs.test.ts › need name, address, app and password, and never tell the password' },
    'help/job:jobserver.steps.1',
  ],
  [{ refusal: 'job.builtInHandler' }, 'job/jobinfo/jobinfo.tsx:内置任务的处理器不能修改'],
  [{ refusal: 'job.serverFixed' }, 'job/jobinfo/jobinfo.tsx:保存后不能修改'],
  [{ refusal: 'job.embeddedServer' }, 'job/jobserver.tsx:内置调度不能修改此项'],
  [
    { test: 'server/resource/storage.test.ts › that stay without a record are not swept; bytes without a row are' },
    'help/guide:storage.1.blocks.1',
  ],
  [
    {
      test: 'src/features/resource/uploads.test.ts › go on by themselves after a break, with the parts that the server does not have',
    },
    'areas/resource:resource.hint',
    'areas/resource:resource.broken',
    'help/guide:storage.0.blocks.1',
    'help/resource:attach.steps.1',
  ],
  [
    {
      test: 'src/features/esign/sign/sign.test.ts › keeps drawing and consent when the network is lost, and signs at the second try',
    },
    'areas/sign:sign.network',
  ],
  [{ refusal: 'flow.decided' }, 'areas/work:work.withdrawText'],
  [{ refusal: 'flow.claimed' }, 'help/work:work_claim.steps.0'],
  [
    { refusal: 'notice.published' },
    'help/desk:notice.states.means.1',
    'help/guide:notices.1.blocks.0',
    'notice.actions.publish.question.text',
  ],
  [
    {
      test: 'server/desk/push.test.ts › says that a notice came and went, to its recipients on every server, and nothing of its content',
    },
    'help/desk:notice.about',
    'help/desk:notice.steps.3',
    'help/guide:notices.0.blocks.0',
    'desk/notice.tsx:写好通知并发布，接收范围内的人员',
  ],
  [
    { test: 'server/desk/push.test.ts › says it of a later release when it is due, unless it was withdrawn' },
    'help/desk:notice.states.means.3',
    'help/desk:notice.buttons.发布',
    'desk/notice.tsx:留空则发布后立即可见',
  ],
  [{ action: 'note.done' }, 'help/desk:note.steps.2'],
  [
    {
      test: 'server/messages/outbox.test.ts › whose server was stopped between call and record is not sent a second time: a person decides',
    },
    'help/guide:notices.2.blocks.1.list.3',
    'help/resource:messageLog.states.means.5',
  ],
  [{ test: 'server/messages/outbox.test.ts › nothing pretends to be sent' }, 'help/guide:notices.2.blocks.1.list.4'],
  [
    { test: 'server/messages/outbox.test.ts › goes again, with the same id, to a gateway that drops repeated ids' },
    'resource/sms.tsx:启用后，结果未知的短信会以相同编',
  ],
  [{ setting: 'message.dueDays' }, 'help/resource:messageTemplate.steps.2'],
  [
    {
      test: 'server/messages/customerMessages.test.ts › of what is due are made from nine o’clock on, once for each customer and day',
    },
    'help/resource:messageTemplate.about',
  ],
  [
    { test: 'server/messages/outbox.test.ts › waits while the quiet hours last, unless a person waits for it' },
    'resource/messageTemplate.tsx:开启后自动向客户发送，免打扰时段',
  ],
  [
    { refusal: 'message.alwaysOn' },
    'help/resource:messageTemplate.refusals.message.alwaysOn',
    'resource/messageTemplate.tsx:由客户操作触发，始终开启',
  ],
  [
    {
      test: 'server/messages/outbox.test.ts › are one of each kind, with the words of the product until they are edited',
    },
    'resource/messageTemplate.tsx:清空后恢复默认内容。短信前自动加',
  ],
  [{ test: 'contract/domain/sendingTimes.test.ts › follows today' }, 'help/reports:report.steps.1'],
  [
    {
      test: 'server/lease/control/shipped.test.ts › many small deeds of a day are as much as a large one where a rule begins at an amount',
    },
    'approval/approvalRule.tsx:达到该金额（元）才需要审批，收退',
  ],
  [
    { test: 'server/platform/embedded.test.ts › are applied once, in order, and give the application its rights' },
    'help/guide:operations.3.blocks.0.steps.1',
  ],
  [{ refusal: 'unavailable' }, 'help/guide:refused.2.blocks.0.refusals.unavailable'],
];

import { approvalActTexts } from '../../domain/approvalTitles';
import { approvalRulePath } from '../../domain/paths';
import { approvalRules } from '../../domain/unguarded';
import { choice, dateTime, flag, longText, money, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Whether further people decide on a kind of deed, and by which process. Every tenant has one rule of each kind. */
export const approvalRule = defineModule({
  name: approvalRules,
  title: ['审批规则', 'Approval rule'],
  path: approvalRulePath,
  menu: { under: 'flow', icon: 'checkmark-circle', title: ['审批规则', 'Approval rules'], path: 'rule', sort: 90 },
  calls: { update: 'update' },
  without: ['add', 'remove'],
  mayWait: ['update'],
  fields: {
    act: choice('业务操作', 'Operation', approvalActTexts, { derived: true }),
    isOn: flag('需要审批', 'Needs approval', { initial: 0 }),
    fromAmount: money('起始金额', 'From amount', { min: 0, max: 100_000_000_000 }),
    processKey: text('审批流程', 'Process', { required: true, maxLength: 64 }),
    /** Its name in the person's language; '' where it cannot decide now. */
    processName: text('流程名称', 'Process name', { derived: true, inTable: false, inForm: false }),
    remark: longText('备注', 'Remark', { inTable: false, maxLength: 255 }),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
});
export type ApprovalRule = RecordOf<typeof approvalRule>;

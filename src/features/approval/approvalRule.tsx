import { shippedProcesses } from '../../../contract/domain/approvals';
import { label, textIn } from '../../../contract/domain/text';
import { approvalRule } from '../../../contract/modules/approval/approvalRule';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(approvalRule, () => ({
  naming: 'act',
  columns: ['act', 'isOn', 'fromAmount', 'processKey', 'updateTime'],
  widths: { act: 220, isOn: 130, fromAmount: 150, processKey: 200, updateTime: 168 },
  phone: { act: 'name', isOn: 'state', processKey: 'note', fromAmount: 'amount' },
  search: [],
  cells: {
    processKey: ({ processKey }, { language }) => (
      <span title={processKey ?? ''}>{textIn(shippedProcesses[processKey ?? ''], language) ?? processKey}</span>
    ),
    isOn: ({ isOn }, { language }) => (
      <StatusChip
        tone={isOn === 1 ? 'plain-success' : 'neutral'}
        glyph={isOn === 1 ? 'checkmark-circle' : 'circle-hint'}
      >
        {textIn(isOn === 1 ? label('需要审批', 'Needs approval') : label('直接执行', 'Done at once'), language)}
      </StatusChip>
    ),
  },
  form: [['isOn', 'fromAmount'], ['processKey'], ['remark']],
  helps: {
    fromAmount: label(
      '达到该金额（元）才需要审批；留空则全部需要',
      'In yuan. Approval is needed from this amount on; left blank, always.',
    ),
    processKey: label(
      '已部署流程的标识，见“流程管理”；可部署同一标识的新版本替换随产品提供的流程',
      'Key of a deployed process, as listed under Definitions. Deploy a new version with the same key to replace one that comes with the product.',
    ),
  },
}));

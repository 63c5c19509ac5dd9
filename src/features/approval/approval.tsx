import { approvalStates } from '../../../contract/domain/approvalTitles';
import type { Tone } from '../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../contract/domain/text';
import { approval } from '../../../contract/modules/approval/approval';
import { workSend } from '../../../contract/modules/work/workSend';
import { route } from '../../store/navigation/route';
import type { IconName } from '../../ui/icons/Icon';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';
import { recordPage } from '../crud/links';

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [approvalStates.pending]: ['warning', 'hourglass'],
  [approvalStates.approved]: ['plain-success', 'checkmark-circle'],
  [approvalStates.rejected]: ['danger', 'dismiss-circle'],
  [approvalStates.withdrawn]: ['quiet', 'arrow-undo'],
};

export const feature = defineFeature(approval, () => ({
  naming: 'entityName',
  columns: ['entityName', 'act', 'amount', 'state', 'makerId', 'createTime'],
  widths: { entityName: 190, makerId: 100 },
  phone: { entityName: 'name', act: 'note', state: 'state', amount: 'amount', createTime: 'date' },
  search: ['act', 'entityName', 'state'],
  cells: {
    state: ({ state }, { language }) => {
      const [tone, glyph] = looks[state ?? approvalStates.pending] ?? ['neutral', 'circle-hint'];
      return (
        <StatusChip tone={tone} glyph={glyph}>
          {textIn(approval.fields.state.choices?.[String(state)], language)}
        </StatusChip>
      );
    },
  },
  sort: { descs: 'createTime' },
  rowActions: [
    {
      key: 'process',
      label: label('审批进度', 'Progress'),
      icon: 'flow',
      permission: 'work_send_detail',
      isShown: ({ processInstanceId }) => Boolean(processInstanceId),
      act: ({ processInstanceId }) =>
        route.actions.open({ feature: workSend.name, rest: `detail/${processInstanceId}` }),
    },
    {
      key: 'record',
      label: label('查看单据', 'Open record'),
      icon: 'document-text',
      act: ({ entity, entityId }) => route.actions.open(recordPage({ module: entity ?? '', id: entityId ?? '' })),
    },
  ],
  form: [['entityName', 'act'], ['amount', 'state'], ['reason'], ['comment'], ['createTime', 'decidedTime']],
}));

import { approvalStates } from '../../../contract/domain/approvals';
import type { Tone } from '../../../contract/domain/orderStates';
import { textIn } from '../../../contract/domain/text';
import { approval } from '../../../contract/modules/approval/approval';
import type { IconName } from '../../ui/icons/Icon';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [approvalStates.pending]: ['warning', 'hourglass'],
  [approvalStates.approved]: ['plain-success', 'checkmark-circle'],
  [approvalStates.rejected]: ['danger', 'dismiss-circle'],
  [approvalStates.withdrawn]: ['quiet', 'arrow-undo'],
};

export const feature = defineFeature(approval, () => ({
  naming: 'entityName',
  columns: ['entityName', 'act', 'amount', 'state', 'makerName', 'createTime', 'decidedTime'],
  widths: { entityName: 220, act: 180, amount: 140, state: 110, makerName: 110, createTime: 168, decidedTime: 168 },
  phone: { entityName: 'name', act: 'note', state: 'state', amount: 'amount', createTime: 'date' },
  search: ['act', 'entityName', 'state', 'createTime'],
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
  form: [['entityName', 'act'], ['amount', 'state'], ['reason'], ['comment'], ['createTime', 'decidedTime']],
}));

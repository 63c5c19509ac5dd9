import { textIn } from '../../../contract/domain/text';
import { audiences, isWritable, notice, noticeStates } from '../../../contract/modules/desk/notice';
import { StatusChip, type StatusChipProps } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

const looks: Readonly<Record<number, Pick<StatusChipProps, 'tone' | 'glyph'>>> = {
  [noticeStates.draft]: { tone: 'neutral', glyph: 'edit' },
  [noticeStates.scheduled]: { tone: 'brand', glyph: 'clock' },
  [noticeStates.published]: { tone: 'plain-success', glyph: 'checkmark-circle' },
  [noticeStates.revoked]: { tone: 'quiet', glyph: 'arrow-undo' },
};

export const feature = defineFeature(notice, () => ({
  naming: 'title',
  first: {
    text: {
      zh: '写好通知并发布，接收范围内的人员会立即看到。',
      en: 'Write a notice and publish it. Its recipients see it at once.',
    },
  },
  widths: { title: 360 },
  phone: { title: 'name', status: 'state', category: 'code', audience: 'note', releaseTime: 'date' },
  cells: {
    status: ({ status }, { language }) => (
      <StatusChip {...looks[status ?? noticeStates.draft]!}>
        {textIn(notice.fields.status.choices?.[String(status ?? noticeStates.draft)], language)}
      </StatusChip>
    ),
  },
  form: [['title'], ['category', 'releaseTime'], ['audience'], ['deptIds', 'roleIds'], ['userIds'], ['content']],
  formSize: 1200,
  isEditable: isWritable,
  isFieldShown: (name, { audience }) =>
    !['deptIds', 'roleIds', 'userIds'].includes(name) || audience === audiences.chosen,
  helps: {
    releaseTime: { zh: '留空则发布后立即可见', en: 'Leave empty to release it when it is published' },
    deptIds: { zh: '包含所选部门的全部下级部门', en: 'Includes all departments below' },
  },
}));

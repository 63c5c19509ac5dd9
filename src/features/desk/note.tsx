import { label } from '../../../contract/domain/text';
import { note } from '../../../contract/modules/desk/note';
import { route } from '../../store/navigation/route';
import { defineFeature } from '../crud/feature';
import { minute } from '../crud/history/historyWords';

/** All notes that the person may read; each opens its record, where it is written and edited. */
export const feature = defineFeature(note, () => ({
  naming: 'subjectName',
  without: ['add', 'update'],
  columns: ['subjectName', 'content', 'userIds', 'remindTime', 'writerName', 'createTime'],
  widths: { subjectName: 220, userIds: 160, writerName: 110 },
  phone: { subjectName: 'name', content: 'note', writerName: 'code', createTime: 'date' },
  search: ['content', 'writerName', 'remindTime'],
  cells: {
    remindTime: ({ remindTime }) => remindTime && minute(remindTime),
    createTime: ({ createTime }) => minute(createTime),
  },
  keptReason: ({ isRemovable }) =>
    isRemovable === 1 ? undefined : label('只能删除自己的备注', 'You can delete your own notes only'),
  view: ({ subject, subjectId }) => route.actions.open({ feature: subject ?? '', rest: `detail/${subjectId}` }),
}));

import { choice, dateTime, flag, longText, moment, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** `remindWhom`: the writer, or the people mentioned. */
export const remindedPeople = { writer: 1, mentioned: 2 } as const;
/** Most people that one note mentions, and that the chooser of people offers at once. */
export const mostMentioned = 20;
export const mostOffered = 8;

/**
 * A note on a record of a module that declares `notes: true`. People who may see the record read it; its writer edits
 * and removes it. A person whom it mentions is told once; its reminder comes at its time unless it is marked done.
 */
export const note = defineModule({
  name: 'note',
  title: ['备注', 'Note'],
  path: '/blade-desk/note',
  menu: { under: 'desk', icon: 'chat', title: ['备注与提醒', 'Notes and reminders'] },
  // A note is written on a record, with its mentions chosen there.
  without: ['import'],
  fields: {
    /** Name of the module and id of the record. */
    subject: text('对象类型', 'Kind of record', { required: true, search: 'equal', maxLength: 32, inTable: false }),
    subjectId: text('对象编号', 'Record ID', { required: true, search: 'equal', maxLength: 20, inTable: false }),
    subjectName: text('所属记录', 'Record', { derived: true, inForm: false, maxLength: 200 }),
    content: longText('备注内容', 'Note', { required: true, search: 'like', maxLength: 2000 }),
    userIds: refs('user')('提及', 'Mentions', { search: 'equal', shownAs: 'userNames', whenRemoved: 'keep' }),
    remindTime: moment('提醒时间', 'Remind at', { search: 'range' }),
    remindWhom: choice(
      '提醒对象',
      'Remind',
      { [remindedPeople.writer]: ['自己', 'Me'], [remindedPeople.mentioned]: ['被提及的人', 'People mentioned'] },
      { initial: remindedPeople.writer, inTable: false },
    ),
    remindedTime: dateTime('已提醒时间', 'Reminded at', { inTable: false }),
    doneTime: dateTime('完成时间', 'Done at', { search: 'range' }),
    editedTime: dateTime('编辑时间', 'Edited at', { inTable: false }),
    writerName: text('记录人', 'Written by', { derived: true, inForm: false, search: 'like' }),
    createTime: dateTime('记录时间', 'Written at'),
    /** Whether the person who reads it may edit it, or remove it. */
    isEditable: flag('可编辑', 'Editable', { derived: true, inTable: false, inForm: false, inFile: false }),
    isRemovable: flag('可删除', 'Removable', { derived: true, inTable: false, inForm: false, inFile: false }),
  },
  views: {
    all: { label: ['全部', 'All'], seek: () => ({}), isFirst: true },
    due: {
      label: ['我的到期提醒', 'My reminders due'],
      seek: (today) => ({ involved: '1', doneTime_null: '1', 'remindTime.to': today }),
    },
  },
  actions: {
    done: {
      label: ['标记完成', 'Mark as done'],
      icon: 'checkmark',
      shown: ({ remindTime, doneTime }) => remindTime !== null && doneTime === null,
      done: ['提醒已完成', 'Marked as done'],
    },
  },
  sortable: ['remindTime'],
  judging({ remindTime, remindWhom, userIds }): Problems {
    const isForMentioned = Boolean(remindTime) && Number(remindWhom) === remindedPeople.mentioned;
    return isForMentioned && !userIds ? { userIds: 'required' } : {};
  },
});
export type Note = RecordOf<typeof note> & { userNames?: string | null };

import { templateKindTexts } from '../../domain/messages';
import { choice, dateTime, flag, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** What messages of one kind say. Every tenant has one of each; words that are not edited follow the product. */
export const messageTemplate = defineModule({
  name: 'messageTemplate',
  title: ['消息模板', 'Message template'],
  path: '/blade-resource/message-template',
  menu: {
    under: 'resource',
    icon: 'document-text',
    title: ['消息模板', 'Message templates'],
    path: 'template',
    sort: 40,
  },
  calls: { update: 'update' },
  without: ['add', 'remove'],
  fields: {
    kind: choice('类型', 'Type', templateKindTexts, { derived: true }),
    isOn: flag('自动发送', 'Sent automatically', { initial: 0 }),
    /** Of the words as long as they are not edited. */
    language: choice(
      '默认语言',
      'Default language',
      { 1: ['中文', 'Chinese'], 2: ['英文', 'English'] },
      { initial: 1 },
    ),
    words: longText('内容', 'Text', { maxLength: 500 }),
    subject: text('邮件主题', 'E-mail subject', { maxLength: 100, inTable: false }),
    /** Of the service that takes approved templates alone. */
    templateId: text('服务商模板编号', 'Provider template ID', { maxLength: 64 }),
    /** Which placeholders there are, in the language of the person. */
    places: longText('可用占位符', 'Placeholders', { derived: true, inTable: false, maxLength: 500 }),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
});
export type MessageTemplateRow = RecordOf<typeof messageTemplate>;
export const templateLanguages = { zh: 1, en: 2 } as const;

import { messageKinds, messageKindTexts, messageStates } from '../../domain/messages';
import { choice, dateTime, integer, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

const { waiting, failed, unknown, noGateway } = messageStates;

/** One message to one person. Rows are made by what causes them. */
export const messageLog = defineModule({
  name: 'messageLog',
  title: ['消息记录', 'Message'],
  path: '/blade-resource/message',
  menu: { under: 'resource', icon: 'mail', title: ['消息记录', 'Message log'], path: 'message', sort: 50 },
  without: ['add', 'update', 'remove'],
  fields: {
    kind: choice('类型', 'Type', messageKindTexts, { derived: true, search: 'equal' }),
    channel: choice(
      '渠道',
      'Channel',
      { 1: ['短信', 'SMS'], 2: ['邮件', 'E-mail'] },
      { derived: true, search: 'equal' },
    ),
    /** Masked; the whole address is kept encrypted until the message is sent. */
    recipient: text('接收方', 'Recipient', { derived: true, maxLength: 128 }),
    words: longText('内容', 'Text', { derived: true, maxLength: 1000 }),
    state: choice(
      '状态',
      'Status',
      {
        1: ['待发送', 'Waiting'],
        2: ['发送中', 'Sending'],
        3: ['已发送', 'Sent'],
        4: ['发送失败', 'Failed'],
        5: ['结果未知', 'Outcome unknown'],
        6: ['已取消', 'Cancelled'],
        7: ['未配置网关', 'No gateway'],
      },
      { derived: true, search: 'equal' },
    ),
    fault: text('原因', 'Cause', { derived: true, maxLength: 300 }),
    attempts: integer('发送次数', 'Attempts', { derived: true }),
    gateway: text('网关', 'Gateway', { derived: true, inTable: false }),
    gatewayId: text('网关回执号', 'Gateway’s ID', { derived: true, inTable: false, maxLength: 128 }),
    dueTime: dateTime('计划发送时间', 'Due at', { inTable: false }),
    attemptTime: dateTime('最近尝试时间', 'Last attempt', { inTable: false }),
    sentTime: dateTime('发送时间', 'Sent at'),
    createTime: dateTime('创建时间', 'Created at'),
  },
  sortable: ['createTime', 'sentTime'],
  actions: {
    resend: {
      label: ['重新发送', 'Send again'],
      on: 'rows',
      icon: 'send',
      shown: ({ state, kind }) =>
        kind !== messageKinds.code && ([failed, unknown, noGateway] as (number | null)[]).includes(state),
      question: {
        title: ['重新发送？', 'Send again?'],
        text: [
          '结果未知的消息可能已送达，重新发送后客户可能收到两次。',
          'A message with an unknown outcome may have arrived. Sent again, the customer may get it twice.',
        ],
      },
      done: ['已重新提交发送', 'Submitted again'],
    },
    cancel: {
      label: ['取消发送', 'Cancel'],
      on: 'rows',
      icon: 'dismiss-circle',
      shown: ({ state }) => state === waiting,
      question: {
        title: ['取消发送？', 'Cancel this message?'],
        text: ['客户将不会收到该消息。', 'The customer will not get it.'],
        danger: true,
      },
      done: ['已取消', 'Cancelled'],
    },
  },
});
export type MessageLog = RecordOf<typeof messageLog>;

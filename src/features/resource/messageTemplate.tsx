import { messageTemplates, templateKindOf } from '../../../contract/domain/messages';
import { label, textIn } from '../../../contract/domain/text';
import { messageTemplate } from '../../../contract/modules/resource/messageTemplate';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

function isPrompt(kind: unknown): boolean {
  const known = templateKindOf(kind);
  return known !== undefined && messageTemplates[known].isPrompt;
}

export const feature = defineFeature(messageTemplate, () => ({
  naming: 'kind',
  columns: ['kind', 'isOn', 'words', 'templateId', 'updateTime'],
  widths: { templateId: 170 },
  phone: { kind: 'name', isOn: 'state', words: 'note', updateTime: 'date' },
  search: [],
  cells: {
    isOn: ({ isOn }, { language }) => (
      <StatusChip
        tone={isOn === 1 ? 'plain-success' : 'neutral'}
        glyph={isOn === 1 ? 'checkmark-circle' : 'circle-hint'}
      >
        {textIn(isOn === 1 ? label('已开启', 'On') : label('未开启', 'Off'), language)}
      </StatusChip>
    ),
  },
  form: [['isOn', 'language'], ['words'], ['places'], ['subject'], ['templateId']],
  fixedReason: (name, { kind }) =>
    name === 'isOn' && isPrompt(kind)
      ? label('由客户操作触发，始终开启', 'Sent at the customer’s request, always on')
      : name === 'places'
        ? label('花括号及其中的英文名称须原样保留', 'Keep the braces and the names in them as they are')
        : undefined,
  helps: {
    isOn: label(
      '开启后自动向客户发送，免打扰时段内顺延',
      'Sent to customers by itself, after the quiet hours where they apply',
    ),
    words: label(
      '清空后恢复默认内容。短信前自动加上【公司名称】',
      'Cleared, it says the default again. 【Company name】 is put in front of short messages.',
    ),
    templateId: label(
      '阿里云、腾讯云审核通过的模板编号；参数按占位符出现的顺序传入',
      'ID of the template that the provider approved. Values are passed in the order of the placeholders.',
    ),
  },
}));

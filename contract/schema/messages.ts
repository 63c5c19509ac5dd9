/** The messages for rejected values. */

import { filledIn, type Label, type Language, label, textIn } from '../domain/text';
import type { Problem } from '../domain/values';
import type { Field } from './fields';

/** Typed fields say 请输入…, chosen ones 请选择…; no field carries a sentence of its own. */
function isChosen(field: Field) {
  return ['choice', 'dict', 'date', 'dateTime', 'ref', 'refs', 'flag'].includes(field.kind);
}

const sentences: Readonly<Record<string, Label>> = {
  requiredTyped: label('请输入{name}', 'Enter {Name}'),
  requiredChosen: label('请选择{name}', 'Select {Name}'),
  tooLong: label('{name}最多 {max} 个字', '{name} can have up to {max} characters'),
  notMoney: label('{name}须为金额，最多两位小数', '{name} must be an amount with up to two decimals'),
  notRate: label('{name}须为百分数，最多四位小数', '{name} must be a percentage with up to four decimals'),
  notAnInteger: label('{name}须为整数', '{name} must be a whole number'),
  tooSmall: label('{name}不能小于 {min}', '{name} must be at least {min}'),
  tooLarge: label('{name}不能大于 {max}', '{name} must be at most {max}'),
  notADate: label('{name}不是有效日期', '{name} is not a valid date'),
  reference: label('所选{kind}不存在或已删除', 'The selected {Name} does not exist or has been removed'),
  references: label(
    '所选{kind}中有不存在或已删除的记录',
    'Some of the selected {Name} do not exist or have been removed',
  ),
  taken: label('{name}已存在', '{name} already exists'),
  oldIdentityCard: label(
    '15 位身份证号码已停用，请输入 18 位{name}',
    '15-digit numbers are no longer valid; enter all 18 characters',
  ),
  badCheckDigit: label('{name}校验位不正确，请核对', '{name}: the check digit does not match; please check the number'),
  badFormat: label('{name}格式不正确', '{name} has an invalid format'),
  invalid: label('{name}的值无效', '{name} has an invalid value'),
};

/** The message for a rejected value, in a language. `{Name}` is the field as a word inside the sentence. */
export function problemText(field: Field, problem: Problem, language: Language): string {
  const name = textIn(field.label, language);
  const sentence = {
    required: isChosen(field) ? 'requiredChosen' : 'requiredTyped',
    reference: `reference${field.kind === 'refs' ? 's' : ''}`,
  };
  const key = (sentence as Partial<Record<Problem, string>>)[problem] ?? problem;
  const max = problem === 'tooLong' ? field.maxLength : field.max;
  return filledIn(textIn(sentences[key] ?? sentences.invalid!, language), {
    name,
    Name: name.toLowerCase(),
    // The record is missing, not its name: `客户名称` says customer.
    kind: name.replace(/^所属|名称$/g, ''),
    min: field.min,
    max,
  });
}

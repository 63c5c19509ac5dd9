/** What a person is told about a value that was refused. */

import type { Language } from '../domain/text';
import type { Problem } from '../domain/values';
import type { Field } from './fields';

/** Typed fields say 请输入…, chosen ones 请选择…; no field carries a sentence of its own. */
const isChosen = (field: Field) => ['choice', 'dict', 'date', 'dateTime', 'ref', 'refs', 'flag'].includes(field.kind);

/** What a person is told about a value, in their language. */
export const problemText = (field: Field, problem: Problem, language: Language): string => {
  const name = field.label[language];
  const isZh = language === 'zh';
  switch (problem) {
    case 'required':
      if (isZh) return `${isChosen(field) ? '请选择' : '请输入'}${name}`;
      return `${isChosen(field) ? 'Select' : 'Enter'} ${name.toLowerCase()}`;
    case 'tooLong':
      return isZh ? `${name}最多 ${field.maxLength} 个字` : `${name} can have up to ${field.maxLength} characters`;
    case 'notMoney':
      return isZh ? `${name}须为金额，最多两位小数` : `${name} must be an amount with up to two decimals`;
    case 'notRate':
      return isZh ? `${name}须为百分数，最多四位小数` : `${name} must be a percentage with up to four decimals`;
    case 'notAnInteger':
      return isZh ? `${name}须为整数` : `${name} must be a whole number`;
    case 'tooSmall':
      return isZh ? `${name}不能小于 ${field.min}` : `${name} must be at least ${field.min}`;
    case 'tooLarge':
      return isZh ? `${name}不能大于 ${field.max}` : `${name} must be at most ${field.max}`;
    case 'notADate':
      return isZh ? `${name}不是有效日期` : `${name} is not a valid date`;
    case 'reference': {
      // The record is gone, not its name: `客户名称` says customer.
      const zh = name.replace(/^所属|名称$/g, '');
      if (field.kind === 'refs')
        return isZh
          ? `所选${zh}中有不存在或已删除的记录`
          : `Some of the selected ${name.toLowerCase()} do not exist or have been removed`;
      return isZh ? `所选${zh}不存在或已删除` : `The selected ${name.toLowerCase()} does not exist or has been removed`;
    }
    case 'taken':
      return isZh ? `${name}已存在` : `${name} already exists`;
    case 'oldIdentityCard':
      return isZh
        ? `15 位身份证号码已停用，请输入 18 位${name}`
        : `15-digit numbers are no longer valid; enter all 18 characters`;
    case 'badCheckDigit':
      return isZh ? `${name}校验位不正确，请核对` : `${name}: the check digit does not match; please check the number`;
    case 'badFormat':
      return isZh ? `${name}格式不正确` : `${name} has an invalid format`;
    default:
      return isZh ? `${name}的值无效` : `${name} has an invalid value`;
  }
};

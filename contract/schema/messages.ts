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
  severalLines: label('{name}不能换行', '{name} must be a single line'),
  unseenCharacters: label(
    '{name}含有看不见的控制字符，请删除后重新键入',
    '{name} holds control characters that can’t be seen. Delete it and type it again.',
  ),
  tooLong: label('{name}最多 {max} 个字', '{name} can have up to {max} characters'),
  notMoney: label('{name}须为金额，最多两位小数', '{name} must be an amount with up to two decimals'),
  notRate: label('{name}须为百分数，最多四位小数', '{name} must be a percentage with up to four decimals'),
  unclearComma: label(
    '{name}中的逗号无法识别：小数点请写“.”，千位分隔请写作 1,234.50',
    'The comma in {name} is not clear: write decimals with a point, and thousands as in 1,234.50',
  ),
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
  badCron: label(
    '{name}不是有效的 CRON 表达式（秒 分 时 日 月 周 [年]）',
    '{name} is not a valid cron expression (second minute hour day month weekday [year])',
  ),
  badCronDays: label('{name}的日与周须有且只有一个为 ?', '{name}: either the day or the weekday must be ?, not both'),
  neverRuns: label('{name}在将来没有运行时间', '{name} has no time in the future'),
  badInterval: label(
    '{name}须为 1000 到 120000 之间的整数（毫秒）',
    '{name} must be a whole number of milliseconds from 1000 to 120000',
  ),
  badZone: label(
    '{name}须为时区名称，如 Asia/Shanghai',
    '{name} must be the name of a time zone, such as Asia/Shanghai',
  ),
  badLifecycle: label('{name}的结束时间须晚于现在和开始时间', '{name} must end in the future, and after it starts'),
  secretAgain: label('{name}中以 *** 显示的密钥须重新输入', '{name}: enter the secrets that are shown as *** again'),
  unknownHandler: label('没有名为此的{name}', 'There is no such {Name}'),
  notPlatform: label('该{name}仅限平台租户使用', 'This {Name} is for the platform’s own tenant only'),
  noPlugin: label('没有加载外部{name}，请选择内建处理器', 'No external {Name} is loaded. Choose a built-in one.'),
  badKey: label(
    '{name}以字母或下划线开头，只能含字母、数字、下划线、点和连字符，不能含中文和空格',
    '{name} must begin with a letter or underscore and can hold letters, digits, underscores, dots and hyphens only',
  ),
  contradicts: label(
    '{name}与所选还款方式或付款频率不符',
    '{Name} does not go with the chosen repayment method or frequency',
  ),
  graceTooLong: label('{name}须少于总期数', '{name} must leave a period to repay the principal in'),
  notWholePeriods: label(
    '{name}须为整期：每月 30 天、每季度 90 天、每半年 180 天、每周 7 天，或日历上的实际天数',
    '{Name} must be whole periods: 30 days a month, 90 a quarter, 180 a half-year, 7 a week, or the days of the calendar',
  ),
  badJson: label('{name}以 { 或 [ 开头时须为有效的 JSON', '{name} must be valid JSON where it begins with { or ['),
  refused: label('对方系统拒绝了该{name}', 'The other system refused this {Name}'),
  unsure: label('{name}未通过校验，请核对后确认', '{name} does not pass its check. Check it and confirm.'),
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

/** Refusals about templates of contracts; part of `refusals`. */
export const templateRefusals = {
  'template.badType': ['没有这种合同类型的模板', 'There are no templates of this type of contract'],
  'template.fixed': ['已发布的版本不能修改，请新建版本', 'A released version cannot be changed. Make a new one.'],
  'template.fixedAim': [
    '合同类型和适用产品不能修改，请新建模板',
    'The type of contract and the product cannot be changed. Make another template.',
  ],
  'template.released': ['只能删除草稿', 'Only drafts can be deleted'],
  'template.wordingShape': ['合同条款的格式不正确', 'The wording is not of the right form'],
  'template.wordingTooMany': [
    '合同须有 1 至 {clauses} 条，每条须有 1 至 {items} 项',
    'A contract has 1 to {clauses} clauses of 1 to {items} items each',
  ],
  'template.wordingEmpty': ['{place}没有内容', 'Nothing is said here: {place}'],
  'template.wordingTooLong': ['{place}过长', 'Too long: {place}'],
  'template.wordingBraces': [
    '{place}的花括号不完整，合并字段须写作 {example}',
    'Stray braces in this place: {place}. A merge field is written {example}.',
  ],
  'template.wordingUnknownField': ['{place}的合并字段“{name}”不存在', 'Unknown merge field “{name}” ({place})'],
  'template.wordingOtherType': [
    '{place}的合并字段“{name}”不能用于这种合同',
    'The merge field “{name}” is not one of this type of contract ({place})',
  ],
  'template.wordingNotAlone': [
    '{place}：“{name}”是成组条款，须单独成为一项',
    'Merge field “{name}” stands for whole items and must be an item of its own ({place})',
  ],
  'template.wordingBadCase': [
    '{place}的适用情形“{name}”不能用于这种合同',
    'The condition “{name}” is not one of this type of contract ({place})',
  ],
  'template.unprintable': [
    '合同字体无法打印这些字符：{characters}',
    'The contract font cannot print these characters: {characters}',
  ],
  'template.lastOne': [
    '这是此类合同唯一可用的版本，停用后无法制作合同，请先发布新版本',
    'It is the only version that contracts of this type can be made from. Release another one first.',
  ],
  'template.none': [
    '没有生效的合同模板（{type}），请先发布模板',
    'No contract template is in force ({type}). Release one first.',
  ],
  'template.missingValue': [
    '合同要打印“{field}”，但尚未填写，请补充后再制作',
    'The contract prints “{field}”, which is empty. Fill it in and try again.',
  ],
  'template.hidden': [
    '您的数据权限不含合同上的部分信息，不能用该订单预览',
    'Your data scope hides details that the contract prints, so this order can’t be previewed',
  ],
} as const;

import type { AreaHelp } from '../../help';

export const base: AreaHelp = {
  region: {
    about: '维护省、市、区县等行政区划。左侧是区划树，右侧查看和编辑所选的一级；全部租户共用。',
    steps: [
      '在左侧输入名称或编号查找，点开下级。',
      '在所选区划下新增时，编号的前几位由上级决定，只需填写后几位。',
      '删除前先删除它的下级区划。',
    ],
    refusals: { 'tree.hasChildren': '从最低一级开始删除。', referenced: '仍有记录使用这个区划，先修改那些记录。' },
    see: ['page:param', 'guide:people'],
  },
};

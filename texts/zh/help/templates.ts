import type { AreaHelp } from '../../help';

/** Help of the page of contract templates. */
export const templates: AreaHelp = {
  contractTemplate: {
    about:
      '管理电子合同的文字。每种合同有自己的模板和版本，可以为某个产品单独设置。客户名称、金额等由系统按订单填入，写作合并字段。',
    steps: [
      '在要修改的版本上点“新建版本”，得到一份草稿；为某个产品单独设置时点“新增”，条款从当前通用版本复制。',
      '编辑草稿：点“编辑”修改一条，用“插入字段”加入合并字段，在旁边选择适用情形，条款就只在该情形下打印。',
      '用“对比版本”核对改动，用“预览”生成带样张水印的 PDF。',
      '点“发布”。生效日期起新制作的合同使用新版本，已制作的合同不变，包括重发和补签的。',
    ],
    states: {
      of: 'contractTemplate.state',
      means: {
        1: '可以修改和删除，还没有合同使用。',
        2: '已发布，到生效日期自动使用。',
        3: '新制作的合同使用这个版本。',
        4: '已有更新的版本生效，只用于已制作的合同。',
        5: '不再使用，合同改用前一个已发布的版本。',
      },
    },
    buttons: {
      预览: '用示例数据或某个订单的数据生成样张，不会成为合同。',
      对比版本: '并排显示两个版本，标出不同之处。',
      新建版本: '把该版本复制为草稿。',
      发布: '定稿。审批规则开启时由第二人复核后发布。',
      停用: '不再使用该版本，需要写明原因。',
    },
    refusals: {
      'template.missingValue': '模板要打印的资料没有填写。补充客户、订单或租户资料，或在新版本中去掉该字段。',
      'template.wordingUnknownField': '合并字段只能从列表中选择，请用“插入字段”。',
      'template.wordingNotAlone': '成组条款会展开为几项，前后不能再有文字。',
      'template.unprintable': '条款里有合同字体没有的字，换一种写法。',
      'template.lastOne': '每种合同至少保留一个生效的通用版本。先发布新版本，再停用这一个。',
      'template.none': '没有可用的模板，发布一个通用版本后再发起签约。',
    },
    see: ['page:fascContract', 'page:approval', 'page:product'],
  },
};

import type { HelpWords } from '../../help';
import { chapters, pages } from './contents';

export const help: HelpWords = {
  drawer: {
    title: '这一页做什么',
    close: '关闭',
    steps: '怎么用',
    states: '状态说明',
    buttons: '按钮说明',
    refusals: '被拒绝时',
    see: '相关页面与章节',
    guide: '使用指南',
    keys: '键盘快捷键',
    tour: '重新播放导览',
    none: '这一页没有帮助内容。它可能来自其他系统，或是由管理员自行添加的。',
  },
  made: {
    about: '查看和管理{name}。列表只显示您有权查看的数据。',
    list: '可按这些条件查询：{fields}。',
    required: '新增时填写：{fields}。',
    add: '填写表单，新增一条{name}。',
    update: '修改选中的{name}，保存后记入变更记录。',
    view: '查看{name}的详情与变更记录。',
    remove: '删除选中的{name}。被其他记录使用时不能删除。',
    export: '按当前条件和列导出文件。',
    import: '从文件批量新增，逐行校验，全部通过才会写入。',
    action: '对{name}执行此操作。',
    asks: '执行前会再次确认：{text}',
  },
  guide: {
    contents: '目录',
    search: '在指南中搜索',
    print: '打印本章',
    found: '找到 {count} 处',
    none: '没有找到相关内容',
    previous: '上一章：',
    next: '下一章：',
  },
  chapters,
  pages,
  tour: {
    skip: '跳过导览',
    back: '上一步',
    next: '下一步',
    done: '开始使用',
    step: '第 {at} 步，共 {of} 步',
    steps: {
      menu: { title: '从菜单打开页面', text: '这里列出您有权使用的全部页面。窗口较窄时，点左上角的按钮展开菜单。' },
      search: {
        title: '直接查找',
        text: '按 Ctrl K，输入菜单名、合同编号、客户姓名、电话或拼音首字母，即可直接打开页面和记录。',
      },
      tabs: {
        title: '页面以标签页保留',
        text: '打开过的页面都在这里，切换时已填写的内容不会丢失。右键点击标签页可刷新、固定或关闭。',
      },
      notices: { title: '通知与消息', text: '新通知和与您有关的消息会显示在这里，数字是未读条数。' },
      person: { title: '个人菜单', text: '修改个人信息和密码、切换语言与主题、锁屏、退出登录，都在这里。' },
      help: {
        title: '随时查看帮助',
        text: '点问号，查看当前页面的用途、步骤和按钮说明。完整的使用指南和这个导览也在里面。',
      },
    },
  },
};

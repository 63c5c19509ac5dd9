import type { AreaHelp } from '../../help';

export const job: AreaHelp = {
  jobserver: {
    about: '任务在哪里执行：系统内置的调度，或外部的 PowerJob 服务。',
    see: ['page:jobinfo', 'page:joblog'],
  },
  jobinfo: {
    about: '定时任务：执行什么、何时执行、失败时怎么办。',
    see: ['page:joblog', 'page:jobserver'],
  },
  joblog: {
    about: '任务的每一次运行：何时开始、用时多久、输出了什么、为什么失败。',
    see: ['page:jobinfo', 'page:log_error'],
  },
};

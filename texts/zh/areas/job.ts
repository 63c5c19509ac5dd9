/** What the pages of jobs say. */
export const texts = {
  job: {
    next: '接下来的运行时间',
    local: '（当地 {{time}}）',
    byHand: '不会自动运行，可在列表中点「运行」',
    none: '没有接下来的运行时间',
    own: '外部处理器',
    start: '开始',
    end: '结束',
    log: '运行日志',
    output: '运行输出',
    lines: '输出内容',
    noOutput: '没有输出',
    waitingOutput: '尚未开始',
    growing: '运行中，输出会自动更新',
    lost: '运行记录未能加载',
    progress: '已完成 {{percent}}%',
    late: '补运行',
    lateText: '代替服务停止期间错过的运行（另有 {{count}} 次）',
    job: '任务',
    back: '返回运行日志',
  },
};

/** What the picture of a process says, on the pages of processes and of work in them. */
export const flow = {
  flow: {
    title: '流程图展示',
    zoomIn: '放大',
    zoomOut: '缩小',
    fit: '适应窗口',
    running: '进行中',
    choosePerson: '请选择人员',
    done: '已完成',
    line: '已走路径',
    now: '当前环节：',
    empty: '暂无流程图',
    tooLarge: '流程图过大，无法展示',
    unreadable: '流程图格式无法识别',
    undrawn: '文件中没有图形位置（BPMNDiagram），无法显示。请在绘制它的工具中连同图形一起导出',
  },
};

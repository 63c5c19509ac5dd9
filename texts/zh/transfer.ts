/** What pages say of lists that go out and come in as files. */
export const transfer = {
  transfer: {
    menu: '导入导出',
    exportXlsx: '导出 Excel',
    exportCsv: '导出 CSV',
    exporting: '正在导出 {{rows}} / {{total}} 行',
    preparing: '正在准备导出…',
    cancel: '取消',
    exported: '已导出',
  },
};

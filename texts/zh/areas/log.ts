/** What the pages of the logs say. */
export const texts = {
  logText: { withheld: '可能涉及您数据权限以外的记录，不予显示' },
  errorLog: { downloadTape: '下载录像', badTape: '该录像已损坏，无法打开' },
};

/** What the pages of the logs say. */
export const texts = {
  errorLog: { downloadTape: '下载录像', badTape: '该录像已损坏，无法打开' },
};

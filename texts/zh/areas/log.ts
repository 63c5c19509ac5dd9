/** What the pages of the logs say. */
export const texts = {
  errorLog: { downloadTape: '下载录像' },
};

import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/log';

export const texts: Like<typeof source> = {
  logText: { withheld: 'Not shown: it may tell of records outside your data scope' },
  errorLog: { downloadTape: 'Download recording', badTape: 'This recording is damaged and can’t be opened' },
};

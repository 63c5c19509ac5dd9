import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/log';

export const texts: Like<typeof source> = {
  errorLog: { downloadTape: 'Download recording' },
};

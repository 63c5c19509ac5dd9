import { sealPaper } from '../paper/paperFiles';
import { sendLink } from '../sending';
import type { Provider } from './provider';

/** Signing on the page of this installation: the company's seal is on the contract from the start. */
export const local: Provider = {
  isOpenAtOnce: true,
  async begin(cx, row, doc) {
    return { sealed: await sealPaper(cx, row, doc), taskId: cx.deps.newId(), state: 'sign_progress' };
  },
  async sent(cx, row, { phone, url }) {
    if (phone) await sendLink(cx, row, { phone, url });
  },
  retry: async (_cx, row) => row, // nothing of it can fail behind a transaction
};

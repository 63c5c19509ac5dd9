import type { PaperType } from '../../../../contract/wire/ocr/papers';
import { route } from '../../../store/navigation/route';

/** The code of the menu, and below it the page on which papers are read. */
export const papersMenu = 'loanInformation';
export const readPage = 'read';

/** Opens the page on which papers are read, for the papers of an order where one is given. */
export function readPapers({ orderId, type }: { orderId?: string; type?: PaperType } = {}) {
  const search = new URLSearchParams({
    ...(orderId ? { orderId } : {}),
    ...(type ? { type: String(type) } : {}),
  }).toString();
  return route.actions.open({ feature: papersMenu, rest: readPage, ...(search ? { search } : {}) });
}

export function openReading(id: string) {
  return route.actions.open({ feature: papersMenu, rest: `detail/${id}` });
}

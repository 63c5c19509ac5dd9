import { crud } from './crud';
import { flow } from './flow';
import { notes } from './notes';
import { print } from './print';
import { transfer } from './transfer';

/** What pages of every area say: lists, forms, notes, pictures of processes, what goes in and out. It loads with the first of them. */
export const pages = { ...crud, ...flow, ...notes, ...transfer, ...print };

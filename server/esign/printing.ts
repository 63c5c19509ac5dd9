import { openThread } from '../kernel/paper/thread';
import type { ContractDoc } from './pdf';

/** `renderContract` of pdf.ts in a thread, one contract after the other; the same document gives the same bytes. */
export const printContract = openThread<ContractDoc>(__dirname, 'printer');

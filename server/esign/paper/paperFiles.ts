import type { Context } from '../../kernel/context';
import { askingOf } from '../../kernel/paper/thread';
import type { Attach } from '../../kernel/ports';
import { sealOf } from '../authority';
import type { ContractRow } from '../contracts';
import type { ContractDoc } from './pdf';
import { sealContract } from './printing';

/** Stores a contract's file; its record is of the same transaction. */
export function keepPaper(
  cx: Context,
  { contractNumber }: Pick<ContractRow, 'contractNumber'>,
  bytes: Buffer,
): Promise<Attach> {
  return cx.deps.files.keep(cx, {
    bytes,
    originalName: `${contractNumber}.pdf`,
    contentType: 'application/pdf',
    by: 'record',
  });
}

/** The contract with the company's electronic seal, for the customer to sign. */
export async function sealPaper(
  cx: Context,
  row: Pick<ContractRow, 'contractNumber'>,
  doc: ContractDoc,
): Promise<Attach> {
  const { now, settings } = cx.deps;
  const job = { doc, ...(await sealOf(cx, doc.provider.name)), time: now(), hasStamp: settings.timeStampUrl !== '' };
  return keepPaper(cx, row, await sealContract(job, askingOf(cx)));
}

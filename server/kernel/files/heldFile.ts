import { createHash } from 'node:crypto';
import type { CallRequest } from '../call';
import { refuse } from '../errors';
import type { HeldFile } from '../ports';

/** The one uploaded file of a form, of so many bytes at most, held in memory. */
export async function heldFile(
  { request }: Pick<CallRequest, 'request'>,
  most: number,
  tooLarge: 'tooLarge' | 'transfer.tooLarge' = 'transfer.tooLarge',
): Promise<HeldFile> {
  if (!request.isMultipart()) refuse('wrongMedia');
  const broken = ({ code }: { code?: string }): never =>
    code === 'FST_REQ_FILE_TOO_LARGE' ? refuse(tooLarge, { size: most / 1024 / 1024 }) : refuse('unreadable');
  const limits = { fileSize: most, files: 1, fields: 4 };
  const part = (await request.file({ limits }).catch(broken)) ?? refuse('transfer.noFile');
  const bytes = await part.toBuffer().catch(broken);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, originalName: part.filename || 'file', contentType: part.mimetype, size: bytes.length, sha256 };
}

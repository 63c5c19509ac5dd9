/** Takes in the picture of an order or of a loan paper: one file of a multipart body, checked by its content. */
import type { MultipartFile } from '@fastify/multipart';
import { pictureLimits } from '../../../contract/modules/lease/picture';
import { inPictureTurn } from '../../engine/files/pictureTurns';
import { storeUpload } from '../../engine/files/storeUpload';
import type { CallRequest } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { pictureIn } from '../../kernel/image/drawable';
import { sniff } from '../../kernel/image/imageBytes';
import type { StoredFile } from '../../kernel/ports';

const { bytes: mostBytes } = pictureLimits;
/** A body with the largest picture fits. */
export const pictureBody = mostBytes + 64 * 1024;
const mostFields = 8;
const pdf = 'application/pdf';

export function mayBePdf(picType: number): boolean {
  return (pictureLimits.pdfFor as readonly number[]).includes(picType);
}

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;
interface Received {
  file: StoredFile;
  fields: Readonly<Record<string, string>>;
}

/** The file, stored without the data that cameras add, and the fields of the form beside it; `type`: of the picture,
 *  where the address names it. */
export async function receivePicture(
  { request }: Pick<CallRequest, 'request'>,
  entitled: Entitled,
  type?: string,
): Promise<Received> {
  if (!request.isMultipart()) refuse('wrongMedia');
  return inPictureTurn(entitled, () => takePicture(request, entitled, type));
}

async function takePicture(request: CallRequest['request'], entitled: Entitled, type?: string): Promise<Received> {
  const broken = ({ code }: { code?: string }): never =>
    code === 'FST_REQ_FILE_TOO_LARGE'
      ? refuse('picture.tooLarge', { n: mostBytes / 1024 / 1024 })
      : refuse('unreadable');
  const limits = { fileSize: mostBytes, files: 1, fields: mostFields };
  const part: MultipartFile = (await request.file({ limits }).catch(broken)) ?? refuse('picture.fileMissing');
  const bytes = await part.toBuffer().catch(broken);
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) => {
      const value = (field as { value?: unknown } | undefined)?.value;
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const isPdf = sniff(bytes)?.contentType === pdf && mayBePdf(Number(type ?? fields.type ?? 0));
  const found = isPdf
    ? { contentType: pdf }
    : (pictureIn(bytes, pictureLimits.types, pictureLimits.minSide) ?? refuse('picture.badType'));
  const file = await storeUpload(entitled, { bytes, originalName: part.filename || 'picture', ...found });
  return { file, fields };
}

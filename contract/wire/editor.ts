/** Uploads of pictures in rich text: where they are sent, what they must be, and the message when one fails. */
import { filledIn, type Language, textIn } from '../domain/text';

interface Limits {
  /** How long one picture may take, in ms. */
  timeoutMs: number;
  /** A picture may be this large, in units of 1024 × 1024 bytes. */
  megabytes: number;
  /** How many may be chosen at once. */
  most: number;
}

/**
 * Where pictures are sent. Two ways of the family are left out on purpose: sending straight to a cloud storage, with a
 * token or a key pair made in the browser, would show the storage's keys to everybody who can open the console. There
 * the server that holds the keys passes the file on, behind the same call as `oss`.
 */
export type EditorUpload = Limits &
  (
    | {
        /** Our own call; answers `data.link`. */
        kind: 'oss';
      }
    | {
        /** Another server of the deployment's; answers `{errno: 0, data: [address, …]}`. */
        kind: 'server';
        url: string;
        /** Name of the file in the form. */
        fieldName?: string;
        headers?: Record<string, string>;
        /** Further fields of the form. */
        params?: Record<string, string>;
      }
    | {
        /** Another server whose answer holds the address at a path such as `data.link` or `result.0.url`. */
        kind: 'action';
        url: string;
        linkPath: string;
        fieldName?: string;
        headers?: Record<string, string>;
      }
  );

export const editorEndings = ['.jpg', '.jpeg', '.png', '.bmp', '.gif', '.webp'] as const;

/** What can go wrong. The first is a heading over the three that follow it. */
const troubles = {
  invalid: ['图片验证未通过', 'Image validation failed'],
  notPicture: ['【{name}】不是图片', '"{name}" is not an image'],
  tooLarge: ['【{name}】大于 {n}M', '"{name}" exceeds {n} MB'],
  tooMany: ['一次最多上传{n}张图片', 'Upload up to {n} images at a time'],
  timedOut: ['上传图片超时', 'Image upload timed out'],
  httpError: ['上传图片发生错误', 'Image upload error'],
  failed: ['上传图片失败', 'Image upload failed'],
  badLink: ['插入图片错误', 'Couldn’t insert the image'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
export type UploadTrouble = keyof typeof troubles;

export function uploadTrouble(
  trouble: UploadTrouble,
  language: Language,
  detail: Record<string, string | number> = {},
): string {
  return filledIn(textIn(troubles[trouble], language), detail);
}

export interface ChosenPicture {
  name: string;
  /** Bytes. */
  size: number;
}

/** Splits the pictures into those that may be sent and those that may not, and says why; all of them at once. */
export function judgePictures<P extends ChosenPicture>(
  pictures: readonly P[],
  { megabytes, most }: Pick<Limits, 'megabytes' | 'most'>,
  language: Language,
): { fit: P[]; problems: string[] } {
  if (pictures.length > most) return { fit: [], problems: [uploadTrouble('tooMany', language, { n: most })] };
  const fit: P[] = [];
  const problems: string[] = [];
  for (const picture of pictures) {
    const { name, size } = picture;
    const isPicture = editorEndings.some((ending) => name.toLowerCase().endsWith(ending));
    if (!isPicture) problems.push(uploadTrouble('notPicture', language, { name }));
    else if (size > megabytes * 1024 * 1024) problems.push(uploadTrouble('tooLarge', language, { name, n: megabytes }));
    else fit.push(picture);
  }
  return { fit, problems };
}

/** An address that an inserted picture may have: of our own host or of the web, and never one that a browser would
 *  execute. */
export function isPictureAddress(address: unknown): address is string {
  return typeof address === 'string' && /^(\/(?![/\\])|https?:\/\/)[^\s"'<>]+$/i.test(address);
}

/** The kind of any file by its first bytes, for files that are kept as they are. */
import { sniff, strangePictureIn } from '../image/imageBytes';
import { isPicture } from '../image/imageMetadata';

/** As many bytes of the start as the kind is judged by. */
export const kindBytes = 4096;
/** Everything that is not recognised. Sent as a download, like all but pictures and PDF. */
export const unknownKind = 'application/octet-stream';

const office = 'application/vnd.openxmlformats-officedocument';
/** Packed kinds that differ by what is packed; the name says which. */
const zipped: Readonly<Record<string, string>> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
};
const compound: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};
const starts: readonly (readonly [hex: RegExp, kind: string])[] = [
  [/^1f8b/, 'application/gzip'],
  [/^377abcaf271c/, 'application/x-7z-compressed'],
  [/^526172211a07/, 'application/vnd.rar'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^(494433|fff[b3])/, 'audio/mpeg'],
];

/** Text without control characters that no browser would take for a page, a picture or a script. */
function isPlainText(head: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return false;
  }
  const isControl = (letter: string) => letter < ' ' && !'\t\n\v\f\r\u001b'.includes(letter);
  return head.length > 0 && ![...text].some(isControl) && !/<\s*[!?a-z]/i.test(text);
}

/** The content type of a file that begins with these bytes. Pages, scripts and drawings with scripts have none of their
 *  own. */
export function kindOf(head: Buffer, name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const picture = sniff(head);
  if (picture) return picture.contentType;
  const strange = strangePictureIn(head);
  if (strange) return strange;
  const hex = head.toString('hex', 0, 16);
  if (/^504b0[357]0[468]/.test(hex)) return (Object.hasOwn(zipped, ending) && zipped[ending]) || 'application/zip';
  if (/^d0cf11e0a1b11ae1/.test(hex)) return (Object.hasOwn(compound, ending) && compound[ending]) || unknownKind;
  const found = starts.find(([start]) => start.test(hex));
  if (found) return found[1];
  if (isPlainText(head)) return ending === 'csv' ? 'text/csv' : 'text/plain';
  return unknownKind;
}

/** Kinds that a browser shows and runs nothing of. */
export function isShown(contentType: string): boolean {
  return isPicture(contentType) || contentType === 'application/pdf';
}

/** XML as UTF-8, whatever it is written in: by its first bytes, or as its declaration says. */
import { bad } from './limits';

/** Encodings that systems in use write; a reader of the platform knows each of them by this name. */
const known = new Set(['utf-8', 'utf8', 'us-ascii', 'utf-16', 'gb18030', 'gbk', 'gb2312', 'big5', 'iso-8859-1']);

function encodingOf(bytes: Buffer): string {
  const begin = bytes.subarray(0, 4).toString('hex');
  if (begin.startsWith('fffe') || begin.startsWith('3c00')) return 'utf-16le';
  if (begin.startsWith('feff') || begin.startsWith('003c')) return 'utf-16be';
  const declaration = bytes.subarray(0, 200).toString('latin1');
  const named = /^[^<]{0,3}\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w-]+)["']/.exec(declaration)?.[1]?.toLowerCase();
  // Bytes that begin with an ASCII sign are in none of sixteen bits, whatever they say.
  if (named === undefined || named === 'utf-16') return 'utf-8';
  return known.has(named) ? named : bad();
}

/** Throws `BadFile` for an encoding that is not known, and for bytes that are not in it. */
export function xmlAsUtf8(bytes: Buffer): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding.startsWith('utf-8') || encoding === 'utf8') return bytes;
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return bad();
  }
}

/** The text of an XML file, whose declaration names UTF-8 from now on: as that it is kept and sent. Throws `BadFile`. */
export function xmlText(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(xmlAsUtf8(bytes));
    return text.replace(/^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*["'])[\w-]+/, '$1UTF-8');
  } catch {
    return bad();
  }
}

/** Whether a file begins as XML does, behind a mark of its encoding and blanks. */
export function isXml(bytes: Buffer): boolean {
  const begin = bytes.subarray(0, 200);
  const text = begin.includes(0) ? begin.toString('latin1').replaceAll('\u0000', '') : begin.toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*<[?!a-z]/i.test(text);
}

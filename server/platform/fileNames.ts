/** The name of a downloaded file: its ending follows from the content's type, whatever the uploader called it. */
export const endings: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/bmp': ['bmp', 'dib'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
};
const all = new Set(Object.values(endings).flat());
const longest = 255;

/** The name with the ending of its type: replaces that of another known type, otherwise is appended. */
export function fileName(name: string, contentType: string): string {
  // Invisible characters could reverse the displayed order of the letters.
  const plain = name.replace(/[\p{C}\\/:*?"<>|]/gu, '').trim() || 'file';
  const [usual, ...others] = endings[contentType] ?? ['bin'];
  const at = plain.lastIndexOf('.');
  const ending = at < 0 ? '' : plain.slice(at + 1).toLowerCase();
  if ([usual, ...others].includes(ending)) return plain.slice(-longest);
  const stem = all.has(ending) ? plain.slice(0, at) : plain;
  return `${stem.slice(0, longest - 1 - usual.length)}.${usual}`;
}

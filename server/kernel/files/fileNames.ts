/** The name of a downloaded file: its ending follows from the content's type, whatever the uploader called it. */
export const endings: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/bmp': ['bmp', 'dib'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/heif': ['heif', 'hif', 'heic'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/zip': ['zip'],
  'application/gzip': ['gz', 'tgz'],
  'application/x-7z-compressed': ['7z'],
  'application/vnd.rar': ['rar'],
  'video/mp4': ['mp4', 'm4v', 'm4a', 'mov'],
  'audio/mpeg': ['mp3'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'log', 'md', 'json', 'xml', 'ini', 'conf', 'sql', 'yaml', 'yml'],
};
/** Of an unrecognised kind: any ending but that of a recognised one. */
const anyEnding = /^[a-z\d]{1,10}$/;
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
  if (contentType === 'application/octet-stream' && anyEnding.test(ending) && !all.has(ending))
    return plain.slice(-longest);
  const stem = all.has(ending) ? plain.slice(0, at) : plain;
  return `${stem.slice(0, longest - 1 - usual.length)}.${usual}`;
}

/** How many bytes at the start of a file `imageKind` needs. */
export const headBytes = 12;

const starts: readonly (readonly [kind: string, start: RegExp])[] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/bmp', /^424d/],
  ['image/webp', /^52494646.{8}57454250/],
];

/** The type of an image by the bytes it starts with, in hex. Its name and the type a browser gives are not trusted. */
export function imageKind(head: string): string | undefined {
  return starts.find(([, start]) => start.test(head))?.[0];
}

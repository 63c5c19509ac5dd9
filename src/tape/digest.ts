import { md5 } from 'js-md5';

/** JSON with sorted keys, so that equal data make equal text. What JSON leaves out is left out. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, held: unknown) =>
      typeof held === 'object' && held !== null && !Array.isArray(held)
        ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
        : held,
    ) ?? 'null'
  );
}

/** Identifies equal data; it is not cryptographic. */
export function digest(value: unknown): string {
  return md5(canonical(value));
}

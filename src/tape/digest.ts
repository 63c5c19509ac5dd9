import { md5 } from 'js-md5';

/** JSON with the names of every object in one order, so that equal data make equal text. What JSON leaves out is left out. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, held: unknown) =>
      typeof held === 'object' && held !== null && !Array.isArray(held)
        ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
        : held,
    ) ?? 'null'
  );
}

/** Recognises equal data; it protects nothing. */
export function digest(value: unknown): string {
  return md5(canonical(value));
}

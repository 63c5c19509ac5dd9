/** How sensitive values are displayed: enough to recognise, too little to use. */
import type { Field } from './fields';

function middle(text: string, head: number, tail: number, stars: number) {
  return text.length <= head + tail
    ? '*'.repeat(text.length)
    : `${text.slice(0, head)}${'*'.repeat(stars)}${text.slice(-tail)}`;
}

/** Shows the beginning alone: the end of the number is what a customer is asked for. */
export function maskIdentity(text: string): string {
  return text.length < 8 ? '*'.repeat(text.length) : text.slice(0, 3).padEnd(text.length, '*');
}
export function maskPhone(text: string): string {
  return middle(text, 3, 4, 4);
}
/** `**** 2046` */
export function maskCard(text: string): string {
  return text.length < 8 ? text : `**** ${text.slice(-4)}`;
}

/** A field's value as it may appear in lists, histories and papers. */
export function maskOf(field: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field.kind === 'identity') return maskIdentity(value);
  if (field.unit === 'card') return maskCard(value);
  return value;
}

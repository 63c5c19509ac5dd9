import { bringDialogs } from './frame/Overlay';

/** Dialogs are prefetched after the first page, so that they open without delay and without a connection. */
export function bringSpare(): void {
  bringDialogs();
}

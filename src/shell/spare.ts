import { bringDialogs } from './frame/Overlay';

/** Dialogs: nothing of the first page waits for them, and each is there when it is wanted, also when the line is down. */
export function bringSpare(): void {
  bringDialogs();
}

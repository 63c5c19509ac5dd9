/** The program of a thread that does as it is told. */
import { printIn } from '../../server/kernel/paper/printIn';

export type Told = { say: string } | 'work without end' | 'fill the memory' | 'fail';

printIn<Told>(async (told) => {
  if (told === 'fail') throw new RangeError('told to');
  if (told === 'work without end') for (;;);
  if (told === 'fill the memory') for (const all: object[] = []; ; ) all.push(new Array(1000).fill({}));
  return told.say;
});

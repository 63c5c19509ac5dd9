/** The program of a thread that does what it is told: for the tests of threads. */
import { printIn } from '../../server/kernel/paper/printIn';

export type Told = { say: string } | { spin: true } | { eat: true };

printIn<Told>(async (told) => {
  if ('say' in told) return told.say;
  const held: unknown[] = [];
  for (;;) if ('eat' in told) held.push(Array.from({ length: 1000 }, (_, at) => `${held.length} ${at}`));
});

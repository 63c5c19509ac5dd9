/** `npm run chaos [kills] [seed]`: prints figures, and ends with 1 when a write was lost or doubled or a rule broken. */
import { chaos } from './chaos';

const [kills = 20, seed = 20_261_120] = process.argv.slice(2).map(Number);

chaos({ kills, seed, log: (text) => console.log(text) })
  .then((outcome) => {
    const { lost, doubled, broken, ...figures } = outcome;
    console.log(`\nseed ${seed}`);
    for (const [name, value] of Object.entries({ ...figures, lost: lost.length, doubled: doubled.length }))
      console.log(`${name.padEnd(16)}${value.toLocaleString('en').padStart(8)}`);
    for (const [name, marks] of Object.entries({ lost, doubled, broken }))
      for (const mark of marks) console.error(`${name}: ${mark}`);
    process.exitCode = lost.length + doubled.length + broken.length > 0 ? 1 : 0;
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });

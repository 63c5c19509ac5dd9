/**
 * `npm run replay -- tape.json …`: replays recorded sessions without browser, network or clock, and says whether
 * the console still does what it did. Ends with 1 when a person, the server or the browser would get something else.
 *
 *   --strict            what differs inside the console alone ends with 1 as well
 *   --update            store the present result as the tape; with --accept also where it can be observed
 *   --list              print the steps and end; --all prints waiting, too
 *   --only PATTERN      of the list and of --every-answer: the steps that fit
 *   --edit '{"at":12,"fail":502}'   change a step first (may be given several times)
 *   --edits FILE        the same, a JSON list
 *   --expect '{"message":"crud.added"}'   what is expected then (may be given several times)
 *   --save FILE         with --expect: write tape, edits and expectations as a test; else the result as another tape
 *   --note TEXT         what the saved test is about, in a sentence
 *   --every-answer      let each answer of the server fail in each way, and print what the person sees
 *   --until N           stop after step N for inspection
 *   --speed X           at X times the speed it was recorded at, printed step by step
 *   --times N           play N times and compare the state they end in
 *   --hash              print the digest of the state at the end, and nothing else
 *   --lang zh|en
 *   --help              print this
 */
import { replaying } from './replay/replaying';
import { usageOf } from './usage';

// The reader of a pipe may close it early.
process.stdout.on('error', () => process.exit());

async function answer(): Promise<boolean> {
  if (!process.argv.includes('--help')) return replaying(process.argv.slice(2), console.log);
  console.log(usageOf(__filename));
  return true;
}

void answer()
  .then((isGood) => {
    process.exitCode = isGood ? 0 : 1;
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });

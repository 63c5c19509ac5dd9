import repl from 'node:repl';
import { compare } from '../../src/tape/compare';
import { describeEntry } from '../../src/tape/describe';
import type { Player } from '../../src/tape/player';
import type { Say } from '../../src/tape/words';

/** The prompt for inspecting the step at which the player is. */
export async function lookAround(player: Player, say: Say): Promise<void> {
  const { app, tape } = player;
  const session = repl.start({ prompt: `${player.at}/${player.steps.length}> ` });
  const show = () => {
    session.setPrompt(`${player.at}/${player.steps.length}> `);
    return describeEntry(player.steps[player.at - 1], tape, say);
  };
  Object.defineProperty(session.context, 'state', { get: () => app.getState(), enumerable: true });
  Object.assign(session.context, {
    open: player.open,
    steps: player.steps,
    goTo: (step: number) => player.goTo(step).then(show),
    next: () => player.goTo(player.at + 1).then(show),
    back: () => player.goTo(player.at - 1).then(show),
    difference: () => compare(tape, player.again()),
  });
  console.log('state, open(), steps, await next(), await back(), await goTo(n), difference(), .exit');
  await new Promise((resolve) => session.once('exit', resolve));
}

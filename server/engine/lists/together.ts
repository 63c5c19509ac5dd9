/** Rows that are shown together share a statement instead of asking one by one. */
import type { Context } from '../../kernel/context';

/** A question that several rows ask in one turn: `load` gets all that they ask for, and each gets its answer. */
export function together<K, A>(
  load: (cx: Context, keys: readonly K[]) => Promise<A>,
): (cx: Context, key: K) => Promise<A> {
  const rounds = new WeakMap<Context, { keys: K[]; found: Promise<A> }>();
  return (cx, key) => {
    let round = rounds.get(cx);
    if (!round) {
      const keys: K[] = [];
      const found = Promise.resolve().then(() => {
        rounds.delete(cx);
        return load(cx, keys);
      });
      round = { keys, found };
      rounds.set(cx, round);
    }
    round.keys.push(key);
    return round.found;
  };
}

/**
 * How far the searches of the suite go: short in `npm test`, so that it stays quick, and whole in `npm run test:deep`,
 * which sets DEEP=1 and runs the same tests.
 */
export const isDeep = process.env.DEEP === '1';

/** How many stories, histories, replays or rounds there are: `short` in `npm test`, `deep` in `npm run test:deep`. */
export function depth(short: number, deep: number): number {
  return isDeep ? deep : short;
}

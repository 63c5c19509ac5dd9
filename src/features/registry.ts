import type { Declaration } from '../../contract/schema/register';
import { registerCode } from '../../contract/schema/registerName';
import type { Feature } from './crud/feature';

type Chunk = () => Promise<{ feature: Feature }>;

/** Features at paths that their names do not give: where their code is, and the texts that they say. */
const chunks: Record<string, { code: Chunk; texts: readonly string[] }> = {
  // Most people begin there: it comes with the frame, and shares with it what both are made of.
  welcome: { texts: [], code: () => import(/* webpackChunkName: "frame" */ './lease/welcome/welcome') },
  // The page of a customer on a phone loads no texts of the console.
  sign: { texts: ['sign'], code: () => import('./esign/sign/sign') },
  refusal: { texts: ['pages', 'desk'], code: () => import('./desk/denied') },
  payments: { texts: ['pages', 'lease'], code: () => import('./lease/paymentPlan/payments') },
  collectionDesk: { texts: ['pages', 'lease'], code: () => import('./lease/collection/collectionDesk') },
  why: { texts: ['pages', 'system'], code: () => import('./system/accessCheck/accessCheck') },
  dictHorizontal: {
    texts: ['pages', 'system'],
    code: () => import('./system/dictionaries/arranged').then(({ horizontal: feature }) => ({ feature })),
  },
  dictVertical: {
    texts: ['pages', 'system'],
    code: () => import('./system/dictionaries/arranged').then(({ vertical: feature }) => ({ feature })),
  },
  editor: { texts: ['pages'], code: () => import('./crud/editor/editor') },
  choices: { texts: ['pages'], code: () => import('./crud/choices') },
  notes: { texts: ['pages'], code: () => import('./crud/notes/notes') },
  oneTimePasswords: { texts: ['pages'], code: () => import('./crud/passwords/oneTimePasswords') },
};
const ready = new Map<string, Feature>();

/** Makes the feature of a register; loaded with the first of them. */
let registerFeature: ((name: string, declared: Declaration | null) => Feature) | undefined;
const registers = {
  texts: ['pages'],
  code: async () => {
    ({ registerFeature } = await import('./crud/register/registerFeature'));
  },
};

/** Areas that are built on another one, whose texts their pages say too. */
const builtOn: Readonly<Record<string, readonly string[]>> = { esign: ['lease'] };

/** No code exists for a page of that name, as with a menu of another product. */
export class UnknownFeature extends Error {
  override name = 'UnknownFeature';
}

/**
 * Where a feature is found, known without a request. The list of modules is not imported here, because it would become
 * part of the sign-in page.
 */
async function find(name: string): Promise<{ code: Chunk; texts: readonly string[] }> {
  if (Object.hasOwn(chunks, name)) return chunks[name]!;
  const { placeOf, screenAt } = await import(/* webpackChunkName: "calls" */ './places');
  // Menu paths come from the server: a name finds a screen or nothing.
  const place = placeOf(name);
  if (place === undefined) throw new UnknownFeature(`no feature is called '${name}'`);
  const area = place.split('/')[0]!;
  return { code: () => screenAt(place), texts: ['pages', ...(builtOn[area] ?? []), area] };
}

/** Features of the frame, without a page of their own. They may say what every page says. */
export function addChunk(name: string, code: Chunk, texts: readonly string[] = ['pages']): void {
  chunks[name] = { code, texts };
}

/** Texts that the pages of a feature say, beside those of the frame: those of every page, and those of its area. */
export async function textsOf(name: string): Promise<readonly string[]> {
  if (registerCode(name) !== undefined) return registers.texts;
  return (await find(name)).texts;
}

/** Loads the code of a feature; throws UnknownFeature where none exists. That of a register is made of its declaration
 *  then. */
export async function loadFeature(name: string): Promise<void> {
  if (registerCode(name) !== undefined) return registers.code();
  const { code } = await find(name);
  ready.set(name, (await code()).feature);
}

/** The page of a register as it is declared now; null: it has been withdrawn. Its code is loaded before. */
export function declareFeature(name: string, declared: Declaration | null): void {
  ready.set(name, registerFeature!(name, declared));
}
/** Registers belong to the session. */
export function forgetFeature(name: string): void {
  ready.delete(name);
}

export function findFeature(name: string): Feature | undefined {
  return ready.get(name);
}

/** Features that are already loaded. */
export function readyFeatures(): readonly Feature[] {
  return [...ready.values()];
}

import type { Feature } from './crud/feature';

type Chunk = () => Promise<{ feature: Feature }>;

/** Features that do not lie where their names say. */
const chunks: Record<string, Chunk> = {
  // Most people begin there: it comes with the frame, and shares with it what both are made of.
  welcome: () => import(/* webpackChunkName: "frame" */ './lease/welcome/welcome'),
  refusal: () => import('./desk/denied'),
  payments: () => import('./lease/paymentPlan/payments'),
  why: () => import('./system/accessCheck/accessCheck'),
  dictHorizontal: () => import('./system/dictionaries/arranged').then(({ horizontal: feature }) => ({ feature })),
  dictVertical: () => import('./system/dictionaries/arranged').then(({ vertical: feature }) => ({ feature })),
  editor: () => import('./crud/editor/editor'),
  choices: () => import('./crud/choices'),
  oneTimeWords: () => import('./crud/oneTimePasswords'),
};
const ready = new Map<string, Feature>();

/** Folders of features, those that most people work with first. */
export const areas = ['lease', 'system', 'desk', 'flow'] as const;

/** There is no code for a page of that name: a menu of another product, or a name that nothing was made for. */
export class UnknownFeature extends Error {
  override name = 'UnknownFeature';
}

/** The files that may hold a feature: `data_scope` is `dataScope`, in a folder of its own or right in its area. */
export function placesOf(name: string): string[] {
  const file = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return areas.flatMap((area) => [`${area}/${file}/${file}`, `${area}/${file}`]);
}

function isMissing(error: unknown, path: string): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  // Node names the file from the root, webpack and jest from here.
  return /MODULE_NOT_FOUND$/.test(String(code)) && new RegExp(`'(?:\\.|.*/features)/${path}'`).test(message);
}

/**
 * Each feature's code is a chunk of its own, loaded when its page is first opened. Where no file is in a place, that is
 * known without a request. The list of modules itself is not read here: it would come with the page of signing in.
 */
async function load(name: string): Promise<{ feature: Feature }> {
  if (Object.hasOwn(chunks, name)) return await chunks[name]!();
  // A menu of the server may say anything; no name leads out of its area.
  for (const path of /^\w+$/.test(name) ? placesOf(name) : []) {
    try {
      return await import(
        /* webpackInclude: /features\/(?!crud\/)[a-z]+\/(?:(\w+)\/\1|[a-z]\w*)\.tsx?$/ */
        /* webpackExclude: /\/welcome\.tsx$|(?:Saga|Slice)\.ts$/ */
        `./${path}`
      );
    } catch (error) {
      if (!isMissing(error, path)) throw error;
    }
  }
  throw new UnknownFeature(`no feature is called '${name}'; it is looked for in ${placesOf(name).join(', ')}`);
}

/** Code that belongs to the frame and is not a page of its own. */
export function addChunk(name: string, chunk: Chunk): void {
  chunks[name] = chunk;
}

/** Fetches the code of a feature; throws UnknownFeature where there is none. */
export async function loadFeature(name: string): Promise<void> {
  ready.set(name, (await load(name)).feature);
}

export function findFeature(name: string): Feature | undefined {
  return ready.get(name);
}

/** Features whose code is here. */
export function readyFeatures(): readonly Feature[] {
  return [...ready.values()];
}

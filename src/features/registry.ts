import type { Feature } from './crud/feature';

type Chunk = () => Promise<{ feature: Feature }>;

/** Features at paths that their names do not give. */
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
  notes: () => import('./crud/notes/notes'),
  oneTimePasswords: () => import('./crud/oneTimePasswords'),
};
const ready = new Map<string, Feature>();

/** Folders of features, the most used first. */
export const areas = [
  'lease',
  'system',
  'resource',
  'desk',
  'report',
  'work',
  'flow',
  'approval',
  'job',
  'log',
  'develop',
] as const;

/** No code exists for a page of that name, as with a menu of another product. */
export class UnknownFeature extends Error {
  override name = 'UnknownFeature';
}

/** Candidate files of a feature: `data_scope` is `dataScope`, in a folder of its own or directly in its area. */
export function placesOf(name: string): string[] {
  const file = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return areas.flatMap((area) => [`${area}/${file}/${file}`, `${area}/${file}`]);
}

function isMissing(error: unknown, path: string): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  // Node resolves the file from the root, webpack and jest from here.
  return /MODULE_NOT_FOUND$/.test(String(code)) && new RegExp(`'(?:\\.|.*/features)/${path}'`).test(message);
}

/**
 * Each feature is a chunk of its own, loaded when its page is first opened. A missing file is known without a request.
 * The list of modules is not imported here, because it would become part of the sign-in page.
 */
async function load(name: string): Promise<{ feature: Feature }> {
  if (Object.hasOwn(chunks, name)) return await chunks[name]!();
  // Menu paths come from the server, so names that could leave the folder of an area are rejected.
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

/** Features of the frame, without a page of their own. */
export function addChunk(name: string, chunk: Chunk): void {
  chunks[name] = chunk;
}

/** Loads the code of a feature; throws UnknownFeature where none exists. */
export async function loadFeature(name: string): Promise<void> {
  ready.set(name, (await load(name)).feature);
}

export function findFeature(name: string): Feature | undefined {
  return ready.get(name);
}

/** Features that are already loaded. */
export function readyFeatures(): readonly Feature[] {
  return [...ready.values()];
}

import type { Feature } from './feature';

/** Each feature's code is a chunk of its own, loaded when its page is first opened. Names are the codes of menus. */
const chunks: Record<string, () => Promise<{ feature: Feature }>> = {
  product: () => import('./product'),
  customer: () => import('./customer'),
  order: () => import('./order'),
  picture: () => import('./picture'),
  fascContract: () => import('./fascContract'),
  paymentPlan: () => import('./paymentPlan'),
  payments: () => import('./payments'),
  process: () => import('./process'),
  sign: () => import('./sign'),
  refusal: () => import('./refusal'),
  // Most people begin there: it comes with the frame, and shares with it what both are made of.
  welcome: () => import(/* webpackChunkName: "frame" */ './welcome'),
  dashboard: () => import('./dashboard'),
  profile: () => import('./profile'),
  editor: () => import('./editor'),
  flow: () => import('./flow/feature'),
  test: () => import('./test'),
  iframe: () => import('./iframe'),
  choices: () => import('./choices'),
  oneTimeWords: () => import('./oneTimeWords'),
  user: () => import('./user'),
  tenant: () => import('./tenant'),
  online: () => import('./online'),
  dept: () => import('./dept'),
  post: () => import('./post'),
  menu: () => import('./menu'),
  param: () => import('./param'),
  client: () => import('./client'),
  tenantPackage: () => import('./tenantPackage'),
  role: () => import('./role'),
  topmenu: () => import('./topmenu'),
  why: () => import('./why'),
  dictionaries: () => import('./dictionaries'),
  dict: () => import('./dict').then(({ dict: feature }) => ({ feature })),
  dictbiz: () => import('./dict').then(({ dictbiz: feature }) => ({ feature })),
  dictHorizontal: () => import('./dict').then(({ dictHorizontal: feature }) => ({ feature })),
  dictVertical: () => import('./dict').then(({ dictVertical: feature }) => ({ feature })),
  region: () => import('./region'),
  data_scope: () => import('./scopes').then(({ dataScopes: feature }) => ({ feature })),
  api_scope: () => import('./scopes').then(({ apiScopes: feature }) => ({ feature })),
  auditLog: () => import('./auditLog'),
};
const ready = new Map<string, Feature>();

/** Code that belongs to the frame and is not a page of its own. */
export const addChunk = (name: string, load: () => Promise<{ feature: Feature }>): void => {
  chunks[name] = load;
};

export const loadFeature = async (name: string): Promise<void> => {
  const chunk = chunks[name];
  if (!chunk) throw new Error(`no feature is called '${name}'; add it to src/features/registry.ts`);
  ready.set(name, (await chunk()).feature);
};
export const findFeature = (name: string): Feature | undefined => ready.get(name);
/** Whether there is code for a page of that name. */
export const isKnownFeature = (name: string): boolean => Object.hasOwn(chunks, name);
/** Features whose code is here. */
export const readyFeatures = (): readonly Feature[] => [...ready.values()];

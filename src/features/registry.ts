import type { Feature } from './crud/feature';

/** Each feature's code is a chunk of its own, loaded when its page is first opened. Names are the codes of menus. */
const chunks: Record<string, () => Promise<{ feature: Feature }>> = {
  product: () => import('./lease/product'),
  customer: () => import('./lease/customer'),
  order: () => import('./lease/order/order'),
  picture: () => import('./lease/picture'),
  fascContract: () => import('./lease/fascContract/fascContract'),
  paymentPlan: () => import('./lease/paymentPlan/paymentPlan'),
  payments: () => import('./lease/paymentPlan/payments'),
  process: () => import('./desk/process'),
  sign: () => import('./lease/sign/sign'),
  refusal: () => import('./desk/denied'),
  // Most people begin there: it comes with the frame, and shares with it what both are made of.
  welcome: () => import(/* webpackChunkName: "frame" */ './lease/welcome/welcome'),
  dashboard: () => import('./lease/dashboard/dashboard'),
  profile: () => import('./desk/profile/profile'),
  editor: () => import('./crud/editor/editor'),
  flow: () => import('./flow/flow'),
  test: () => import('./flow/test/test'),
  iframe: () => import('./desk/iframe/iframe'),
  choices: () => import('./crud/choices'),
  oneTimeWords: () => import('./crud/oneTimePasswords'),
  user: () => import('./system/user/user'),
  tenant: () => import('./system/tenant/tenant'),
  online: () => import('./system/online/online'),
  dept: () => import('./system/dept'),
  post: () => import('./system/post'),
  menu: () => import('./system/menu'),
  param: () => import('./system/param'),
  client: () => import('./system/client'),
  tenantPackage: () => import('./system/tenantPackage'),
  role: () => import('./system/role/role'),
  topmenu: () => import('./system/topmenu'),
  why: () => import('./system/accessCheck/accessCheck'),
  dictionaries: () => import('./system/dictionaries/dictionaries'),
  dict: () => import('./system/dictionaries/dict').then(({ dict: feature }) => ({ feature })),
  dictbiz: () => import('./system/dictionaries/dict').then(({ dictbiz: feature }) => ({ feature })),
  dictHorizontal: () => import('./system/dictionaries/dict').then(({ dictHorizontal: feature }) => ({ feature })),
  dictVertical: () => import('./system/dictionaries/dict').then(({ dictVertical: feature }) => ({ feature })),
  region: () => import('./system/region/region'),
  data_scope: () => import('./system/scopes/scopes').then(({ dataScopes: feature }) => ({ feature })),
  api_scope: () => import('./system/scopes/scopes').then(({ apiScopes: feature }) => ({ feature })),
  auditLog: () => import('./system/auditLog/auditLog'),
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

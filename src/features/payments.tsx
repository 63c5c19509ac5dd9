import type { Feature } from './feature';

export const feature: Feature = { name: 'payments', slices: [], pages: { '': () => null } };

import type { Feature } from './feature';

export const feature: Feature = { name: 'sign', slices: [], pages: { '': () => null } };

import type { Feature } from '../crud/feature';
import { flowSaga } from './flowSaga';
import { flow } from './flowSlice';

/** A feature without a page: the slice and saga of pages with a diagram. */
export const feature: Feature = { name: 'flow', slices: [flow], saga: flowSaga, pages: {} };

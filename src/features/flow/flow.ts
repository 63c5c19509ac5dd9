import type { Feature } from '../crud/feature';
import { flowSaga } from './flowSaga';
import { flow } from './flowSlice';

/** No page of its own: what pages with a diagram need. */
export const feature: Feature = { name: 'flow', slices: [flow], saga: flowSaga, pages: {} };

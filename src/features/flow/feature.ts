import { flowSaga } from '../../sagas/flow';
import { flow } from '../../store/flow';
import type { Feature } from '../feature';

/** No page of its own: what pages with a diagram need. */
export const feature: Feature = { name: 'flow', slices: [flow], saga: flowSaga, pages: {} };

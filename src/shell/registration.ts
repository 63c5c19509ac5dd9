import type { Feature } from '../features/feature';
import { registrationSaga } from '../sagas/registration';
import { registration } from '../store/registration';

/** Brought for guests alone; what it shows lies over the home page. */
export const feature: Feature = { name: 'registration', slices: [registration], saga: registrationSaga, pages: {} };

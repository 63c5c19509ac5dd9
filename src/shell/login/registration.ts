import type { Feature } from '../../features/crud/feature';
import { registrationSaga } from '../../sagas/auth/registration';
import { registration } from '../../store/auth/registration';

/** Loaded for guests only; its dialog lies over the home page. */
export const feature: Feature = { name: 'registration', slices: [registration], saga: registrationSaga, pages: {} };

import type { Feature } from '../../features/crud/feature';
import { passwordSaga } from '../../sagas/auth/password';
import { password } from '../../store/auth/password';

/** Changing one's own password: on the own profile, and before anything else where it is a one-time password. */
export const feature: Feature = { name: 'password', slices: [password], saga: passwordSaga, pages: {} };

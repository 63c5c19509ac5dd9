import type { Feature } from '../features/feature';
import { frameSaga } from '../sagas/frame';
import { dict } from '../store/dict';
import { lookup } from '../store/lookup';
import { password } from '../store/password';

/** State and sagas that every page inside the frame leans on. */
export const feature: Feature = { name: 'frame', slices: [dict, lookup, password], saga: frameSaga, pages: {} };

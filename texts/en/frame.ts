import first from './first.json';
import { home } from './home';
import { shell } from './shell';

/** What the frame and the home page say: it loads while a person signs in. */
export const frame = { ...first, ...shell, ...home };

import { frame } from './frame';
import { pages } from './pages';

/** The console's own words. Names of fields, states and refusals come from the contract and the server. */
export const words = { ...frame, ...pages };

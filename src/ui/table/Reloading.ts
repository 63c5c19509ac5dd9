import { createContext } from 'react';

/** New rows of a table are loading: its header dims and the old rows stay. A context, so that no row is drawn for it. */
export const Reloading = createContext(false);

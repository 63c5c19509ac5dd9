import { createContext } from 'react';

/** The business date, `yyyy-MM-dd`; '' before it is known. */
export const Today = createContext('');

import type { Feature } from '../feature';
import { notesSaga } from './notesSaga';
import { notes } from './notesSlice';

/** A feature without a page: the slice and saga of pages with notes. */
export const feature: Feature = { name: 'notes', slices: [notes], saga: notesSaga, pages: {} };

/** The program of the thread that prints reports. */
import { printIn } from '../kernel/paper/printIn';
import { renderReport } from './pdf';

printIn(renderReport);

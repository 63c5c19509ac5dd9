/** The program of the thread that prints papers for customers. */
import { printIn } from '../../kernel/paper/printIn';
import { renderPaper } from './draw';

printIn(renderPaper);

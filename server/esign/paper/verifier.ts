/** The program of the thread that verifies files from outside: what a file does to it stops nothing else. */
import { printIn } from '../../kernel/paper/printIn';
import { verifyFile } from '../seal/verifying';
import type { VerifyJob } from './printing';

printIn<VerifyJob>(({ file, authorities }) => verifyFile(file, authorities));

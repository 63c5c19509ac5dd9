/** The program of the thread that verifies signatures of files from outside. */
import { printIn } from '../../kernel/paper/printIn';
import { verifyFile } from '../seal/verifying';
import type { VerifyJob } from './printing';

printIn<VerifyJob>(({ file, authorities }) => verifyFile(file, authorities));

/** The calls of workflow that belong to no single list. */
import type { Call } from '../../kernel/call';
import { leaveCalls } from './leaveCalls';
import { processCalls } from './processCalls';
import { taskCalls } from './taskCalls';
import { workCalls } from './workCalls';

export const flowCalls: readonly Call[] = [...workCalls, ...taskCalls, ...processCalls, ...leaveCalls];

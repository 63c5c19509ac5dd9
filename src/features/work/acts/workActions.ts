import { createAction } from '@reduxjs/toolkit';
import type { ProcessPage } from './workPages';

/** Opens a page of a process, at the address that its category names. */
export const openProcess = createAction<{ category: string | null; page: ProcessPage }>('work/open');

/** Takes a task that waits for one of its candidates. */
export const claimTask = createAction<{ taskId: string }>('work/claim');
/** Takes a started process back, after a question. */
export const withdraw = createAction<{ processInstanceId: string; name: string }>('work/withdraw');
/** Reminds those whom a started process waits for. */
export const remind = createAction<{ processInstanceId: string }>('work/remind');
/** One of these was done; the pages that show the process are read again. */
export const workDone = createAction('work/done');

/** Modules whose lists change when a process moves on. */
export const workModules = ['work_claim', 'work_todo', 'work_send', 'work_done', 'flow_follow'] as const;

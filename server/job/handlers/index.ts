/** All handlers of the server. */
import type { Handlers } from '../handler';
import { assetExpiry } from './assets';
import { checkRules, reconcile } from './checks';
import { echo } from './echo';
import {
  addUpLedger,
  deliver,
  indexNumbers,
  indexSearch,
  keepYields,
  lateTimers,
  reconcileSigning,
  remindNotes,
  sendReports,
  sweepExports,
} from './late';
import { dueReminder, matureDue, overdueDigest, startDue } from './orders';
import { anchorAudit, cleanLogs, makeBackup, sweepCommon, sweepFiles, sweepSessions, verifyChain } from './upkeep';

const all = [
  ...[startDue, matureDue, dueReminder, overdueDigest, assetExpiry],
  ...[deliver, sendReports, remindNotes, lateTimers, indexSearch, indexNumbers, keepYields, addUpLedger],
  ...[sweepFiles, sweepSessions, sweepExports, sweepCommon],
  ...[reconcile, reconcileSigning, checkRules, verifyChain, anchorAudit],
  ...[cleanLogs, makeBackup, echo],
];
export const handlers: Handlers = new Map(all.map((handler) => [handler.key, handler]));

import type { AreaHelp } from '../../help';

export const monitor: AreaHelp = {
  auditLog: {
    about:
      'Who changed what and when, with the values before and after and the reason. Entries are only ever added; they are numbered and chained, so that missing or altered ones show.',
    steps: [
      'Search by user, record, action or time. Enter the name of a record to see all of its changes.',
      'Choose “Changes” for the values of each field before and after. ID and card numbers are partly hidden.',
      'Choose “Check integrity” from time to time to confirm that nothing was altered or removed.',
    ],
    buttons: {
      Changes: 'Shows how the fields changed in this entry.',
      'Check integrity': 'Verifies numbers and digests from the first entry on, and reports the result.',
    },
    see: ['page:log_usual', 'page:online', 'guide:logs'],
  },
  online: {
    about:
      'The active sessions: who is signed in, from which address and with which browser. End a session if it looks wrong.',
    steps: [
      'Search by account, name or IP address.',
      'Select the sessions and choose “End session”. Disable the account or reset its password under Users if necessary.',
    ],
    buttons: {
      'End session': 'Ends the selected sessions. The next request has to sign in again, and unsaved input is lost.',
    },
    refusals: { notYours: 'The session has ended, or isn’t yours to manage. Refresh the list and try again.' },
    see: ['page:user', 'page:auditLog', 'guide:logs'],
  },
  log_usual: {
    about:
      'Business and administration events: records added and changed, payments, contracts, sign-ins and refused sign-ins.',
    steps: [
      'Search by time, user, event or request ID.',
      'The request ID finds the same request in the API log and the error log.',
      'Entries are kept for {{usualLogDays}} days unless the parameter log.usual.days says otherwise.',
    ],
    see: ['page:log_api', 'page:log_error', 'page:auditLog', 'guide:logs'],
  },
  log_api: {
    about:
      'Calls of the API: all writes, failures and slow calls, and a share of the reads. Use it to find out who called what and when.',
    steps: [
      'Filter by “Failed”, then look at status and reason.',
      'Calls of {{slowMs}} ms and more are all recorded; successful reads are sampled at {{readPercent}}%. Parameters change both.',
      'Parameters of calls are redacted: no passwords, tokens or full ID numbers. Entries are kept for {{apiLogDays}} days by default.',
    ],
    states: {
      of: 'log_api.type',
      means: { 1: 'The call was completed.', 2: 'The call was refused or failed; see “Reason”.' },
    },
    see: ['page:log_usual', 'page:log_error', 'page:param', 'guide:logs'],
  },
  log_error: {
    about:
      'Unexpected errors of the server, and errors that people upload from their browser. Give support the request ID.',
    steps: [
      '“Source” tells “Server” and “Browser” apart.',
      'Open an entry for its message and stack trace. Where a recording is attached, choose “Download recording” and pass it to support.',
      'Entries are kept for {{errorLogDays}} days unless the parameter log.error.days says otherwise.',
    ],
    buttons: { 'Download recording': 'Downloads the recording that was uploaded with the error.' },
    see: ['page:log_api', 'page:log_usual', 'guide:logs'],
  },
};

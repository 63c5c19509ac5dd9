import type { AreaHelp } from '../../help';

export const job: AreaHelp = {
  jobserver: {
    about:
      'Where jobs run. 内置调度 is the scheduler of this product: it runs with its servers and needs no setup. Every other row is an app on a PowerJob server.',
    steps: [
      'There is nothing to set up for the built-in scheduler.',
      'To connect PowerJob, choose “Add” and enter address, app name and app password. The password is stored encrypted and never shown again.',
      'Choose “Sync” to check whether each server answers and accepts its app and password.',
    ],
    states: {
      of: 'jobserver.state',
      means: {
        0: 'It has not been checked since it was saved.',
        1: 'It answers, and app and password are right.',
        2: 'The address does not answer. Check it, and whether the server may reach it.',
        3: 'It answers, but refuses the app or its password.',
      },
    },
    buttons: { Sync: 'Checks every server and refreshes its app ID and status.' },
    refusals: {
      'job.badAddress':
        'Use a public https address, or one that the operator has put into EGRESS_ALLOW, without path or account.',
      'job.embeddedOne':
        'Address and app of the built-in scheduler are fixed; only its name and remark can be changed.',
    },
    see: ['page:jobinfo', 'page:joblog'],
  },
  jobinfo: {
    about:
      'Work that is done at set times: starting orders, reminders, clean-up, checks, backups. Jobs that come with the product can be paused or given other times, and you can add your own.',
    steps: [
      'Choose “Add”, then a job server and a processor, and enter the schedule. Its next five times are shown below it; save when they are right.',
      'A cron expression has second, minute, hour, day, month, weekday and, if needed, the year; Sunday is 1. 0 30 8 ? * MON-FRI means 8:30 on weekdays. A fixed rate counts from start to start, a fixed delay from the end of the last run, both in milliseconds. The types API and Workflow never run by themselves.',
      'Choose “Run now” to run a job at once, also a paused one. “Run log” shows the result and output of each run.',
      'When it fails: “Retries of a run” says how often it is tried again, after 10 seconds; those in “Alerts to” are told when it has failed for good.',
      'Runs that were missed while no server ran are made up for by one run, marked “Catch-up run”.',
    ],
    states: {
      of: 'jobinfo.enable',
      means: { 0: 'It does not run by itself; you can still run it.', 1: 'It runs by its schedule.' },
    },
    buttons: {
      'Run now': 'Starts one run at once; the next time stays as it is.',
      Enable: 'From now on it runs by its schedule.',
      Pause: 'It no longer runs by itself; a run in progress goes on.',
      Sync: 'Brings jobs here and on PowerJob servers into line. What you save here reaches the server with the next sync, and what was changed there appears here. Where both have changed, the later one counts. Jobs of the built-in scheduler stay as they are.',
      'Run log': 'Shows the runs of this job.',
    },
    refusals: {
      'job.unknownHandler': 'Processors come with the product: choose one from the list.',
      'job.builtIn': 'Shipped jobs keep the product going. Pause one that you do not want.',
      'jobServer.notThere': 'The job has been saved but is not on the PowerJob server yet. Choose “Sync” first.',
      'jobServer.wrongPassword': 'Enter the app name and the app password again under Job servers.',
      'job.serverFixed': 'To move a job, add it on the other server and delete it here.',
    },
    see: ['page:joblog', 'page:jobserver', 'guide:jobs#times'],
  },
  joblog: {
    about:
      'Every run of a job: when it started, how long it took, on which node, what it said, and why it failed. Runs are kept for {{runDays}} days by default.',
    steps: [
      'Filter by the status “Failed”, or search by job and time.',
      'Open a run by the name of its job. Progress and output follow by themselves while it runs.',
      'Choose “Stop” to ask it to stop; a run that has not ended after some seconds is closed without it. What it has done stays done.',
      'Choose “Run again” for another run, with the job as it is now and the parameters of this run.',
    ],
    states: {
      of: 'joblog.state',
      means: {
        1: 'It waits for a free node, or for the next attempt after 10 seconds.',
        2: 'It was given to a node that has not taken it yet.',
        3: 'It is at work.',
        4: 'It failed, also when it was tried again, or could not begin; see “Cause”.',
        5: 'It is done.',
        9: 'It was cancelled before it began.',
        10: 'A person stopped it.',
      },
    },
    buttons: {
      Stop: 'Cancels a run that waits, and stops one that runs within seconds.',
      'Run again': 'Starts a new run.',
    },
    refusals: { 'job.gone': 'The job has been deleted. Add it again if you need it.' },
    see: ['page:jobinfo', 'page:log_error'],
  },
};

import type { AreaHelp } from '../../help';

export const job: AreaHelp = {
  jobserver: {
    about: 'Where jobs run: the scheduler of this product, or a PowerJob server.',
    see: ['page:jobinfo', 'page:joblog'],
  },
  jobinfo: {
    about: 'Scheduled jobs: what runs, when, and what happens when it fails.',
    see: ['page:joblog', 'page:jobserver'],
  },
  joblog: {
    about: 'Every run of a job: when it started, how long it took, what it said, and why it failed.',
    see: ['page:jobinfo', 'page:log_error'],
  },
};

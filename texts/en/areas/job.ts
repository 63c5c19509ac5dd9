import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/job';

export const texts: Like<typeof source> = {
  job: {
    next: 'Next times',
    local: ' (local {{time}})',
    byHand: 'It doesn’t run by itself. Choose “Run now” in the list.',
    none: 'There are no further times',
    unread: 'The next times are shown here once the schedule is valid',
    own: 'External processor',
    start: 'From',
    end: 'To',
    log: 'Run log',
    output: 'Output',
    lines: 'Lines',
    noOutput: 'It has said nothing',
    waitingOutput: 'It hasn’t started yet',
    growing: 'Running. The output follows by itself.',
    lost: 'The run could not be loaded',
    progress: '{{percent}}% done',
    late: 'Catch-up run',
    lateText: 'In place of runs that were missed while no server ran ({{count}} more)',
    job: 'Job',
    back: 'Back to the run log',
  },
};

import { defineModule, type RecordOf } from '../../schema/module';
import { deployedFields } from '../flow/flowManager';

/** A process that the person may start: the newest deployed version of each that is not suspended. */
export const workStart = defineModule({
  name: 'work_start',
  title: ['发起事务', 'Process to start'],
  path: '/blade-flow/work',
  calls: { list: 'start-list', export: 'start-export' },
  menu: { under: 'work', icon: 'play-circle', title: ['发起事务', 'Start a process'], path: 'start' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: { ...deployedFields },
  sortable: ['key', 'deploymentTime'],
  actions: {
    flow: ['发起', 'Start'],
    image: ['流程图', 'Diagram'],
  },
});
export type WorkStart = RecordOf<typeof workStart>;

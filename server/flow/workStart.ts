import { sql } from 'kysely';
import { workStart } from '../../contract/modules/work/workStart';
import { defineServerModule } from '../engine/serverModule';
import { withCategory } from './categories';

export default defineServerModule(workStart, {
  table: 'flow_definition',
  list: 'flow_definition_list',
  unstored: ['categoryName'],
  where: () => sql<boolean>`is_newest and suspension_state = 1`,
  defaultSort: [
    ['key', 'asc'],
    ['id', 'desc'],
  ],
  showing: (row, cx) => withCategory(cx, row),
});

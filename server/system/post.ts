import { post } from '../../contract/modules/system/post';
import type { Module } from '../../contract/schema/module';
import { schemasOf } from '../engine/callSchemas';
import { defineServerModule, presentAll, type ServerModule } from '../engine/serverModule';
import { list } from '../kernel/schemas';

const served: ServerModule = defineServerModule(post, {
  table: 'sys_post',
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
  unique: [['postCode']],
  calls: [
    {
      method: 'GET',
      path: post.url('select'),
      title: ['全部岗位', 'All positions of the tenant'],
      answer: list(schemasOf(post as unknown as Module).record),
      permission: 'signedIn',
      acrossTenants: true,
      /** All posts of the tenant, to choose from. */
      handle: async (cx) => presentAll(served, cx, await cx.rows(post).every({})),
    },
  ],
});
export default served;

import { post } from '../../contract/modules/system/post';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(post, {
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
      permission: 'signedIn',
      acrossTenants: true,
      /** All posts of the tenant, to choose from. */
      handle: (cx) => cx.rows(post).every({}),
    },
  ],
});

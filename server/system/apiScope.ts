import { apiScope } from '../../contract/modules/system/apiScope';
import { registerPath } from '../../contract/schema/registerName';
import { refuseHeld } from '../auth/rights';
import { methodNumber } from '../engine/rights/permissions';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { list, oneOf, shape, text } from '../kernel/schemas';

const anyCode = `${registerPath}/:code/`;
/** Calls of registers stand among the routes once: a scope may name them for all registers, or for those of one code. */
function ofRegister(route: string, path: string): boolean {
  if (!route.startsWith(anyCode) || !path.startsWith(`${registerPath}/`)) return false;
  const [code = '', ...rest] = path.slice(registerPath.length + 1).split('/');
  return /^[a-z][a-z\d_]*$/.test(code) && rest.join('/') === route.slice(anyCode.length);
}

export default defineServerModule(apiScope, {
  table: 'sys_api_scope',
  unstored: ['menuName'],
  unique: [['resourceCode']],

  async saving({ method, scopePath }, { routes }) {
    const isOf = (path: string) => path === scopePath || ofRegister(path, scopePath);
    const isKnown = routes.some((route) => isOf(route.path) && methodNumber[route.method] === Number(method));
    if (!isKnown) refuse('scope.noSuchRoute', { path: scopePath });
    return undefined;
  },

  async removing(doomed, cx) {
    await refuseHeld(cx, 2, doomed);
  },

  calls: [
    {
      method: 'GET',
      path: apiScope.url('routes'),
      title: ['可限制的接口', 'The calls that a scope may name'],
      answer: list(shape({ method: oneOf('GET', 'POST'), path: text(), codes: list(text()) })),
      permission: ['api_scope', 'why'],
      /** The calls that a scope may name: `{method, path}`, all that need a permission. */
      handle: async ({ routes }) => routes,
    },
  ],
});

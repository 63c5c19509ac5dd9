/** Helpers for signing in: a filled-in form, and the server's answer to it. */
import { signIn } from '../../src/store/auth/signIn';
import { type Started, type StartOptions, start } from './fakeWorld';

export const tokenUrl = '/oauth/token';

/** The bare answer of the token call. */
export function granted(more: Record<string, unknown> = {}) {
  return {
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_in: 37_500,
    user_id: '1123598821738675201',
    tenant_id: '000000',
    dept_id: '1',
    role_id: '2',
    account: 'li',
    real_name: '李静',
    businessUserCode: 'E10001',
    avatar: '-1',
    ...more,
  };
}

export function fill(app: Started, username = 'li', password = 'hunter2') {
  app.do(signIn.actions.edit({ name: 'username', value: username }));
  app.do(signIn.actions.edit({ name: 'password', value: password }));
}

export async function atLogin(options: StartOptions = {}): Promise<Started> {
  const app = await start({ signedIn: false, ...options });
  fill(app);
  return app;
}

/** A console whose questions a real server answers: real sagas, and the World of a browser as far as it seals, sends and reads the settings. */
import type { AddressInfo } from 'node:net';
import { signIn } from '../../src/store/auth/signIn';
import { session, type User } from '../../src/store/session';
import { browserWorld } from '../../src/world/browser';
import { openStorage } from '../../src/world/storage';
import type { Call } from '../../src/world/world';
import { fakeWorld, li, type Started, start } from './fakeWorld';
import { password, type Server } from './server';

/** A page that paints nothing and has no settings of its own: they are asked for. */
const page = { hidden: true, getElementById: () => null };
const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
export function realWorld() {
  return browserWorld({
    feature: async () => undefined,
    words: async () => undefined,
    storage: openStorage({
      local: () => nothing,
      session: () => nothing,
      jar: { read: () => '', write: () => undefined, isSecure: false },
      now: () => 0,
    }),
    flush: async () => undefined,
    broadcast: () => undefined,
    arrived: () => undefined,
  });
}

/** Waits for what a server and sagas come to by themselves. */
export async function until(isSo: () => unknown): Promise<void> {
  const last = Date.now() + 15_000;
  while (!isSo()) {
    if (Date.now() > last) throw new Error('it did not come to that');
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

/** Puts the server behind a port, where `fetch` finds it until `close`. */
export async function consolesOf(server: Server) {
  const sent: { url: string; text: string }[] = [];
  const realFetch = globalThis.fetch;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  Object.assign(server.deps.settings.console, { apiBase: `${base}/api` });
  globalThis.fetch = (path, init) => realFetch(`${base}${path}`, init);
  Object.assign(globalThis, { document: page });

  /** At the door, or with the session of an earlier visit. */
  const open = async (kept?: { user: User; accessToken: string }): Promise<Started> => {
    const fake = fakeWorld({ now: server.deps.now() });
    const real = realWorld();
    Object.assign(fake.world, {
      settings: real.settings,
      encryptPassword: real.encryptPassword,
      newId: real.newId,
      send: (call: Call) => {
        sent.push({ url: `${call.url}?${JSON.stringify(call.query ?? {})}`, text: JSON.stringify(call) });
        return real.send(call);
      },
    });
    const app = await start({ fake, ...(kept ? { signedIn: kept } : { signedIn: false, at: '/login' }) });
    await until(() => app.slice('settings').sm2PublicKey !== undefined && app.slice('route').place !== null);
    return app;
  };
  return {
    /** What the consoles have asked. */
    sent,
    open,
    /** Through the form; answers the app once the person is in, and throws what the form says otherwise. */
    enter: async (account: string, word = password): Promise<Started> => {
      const app = await open();
      app.do(signIn.actions.edit({ name: 'username', value: account }));
      app.do(signIn.actions.edit({ name: 'password', value: word }));
      app.do(signIn.actions.submit());
      await until(() => app.see(session.selectors.user) !== null || app.see(signIn.selectors.all).error !== null);
      const { error } = app.see(signIn.selectors.all);
      if (error) throw new Error(JSON.stringify(error));
      return app;
    },
    /** Signed in already. */
    as: async (account: string): Promise<Started> => {
      const client = await server.as(account);
      const [row] = await server.sql('select id from sys_user where account = $1', [account]);
      const accessToken = client.headers['blade-auth']!.slice('bearer '.length);
      return open({ user: { ...li, account, userId: row.id }, accessToken });
    },
    close: async () => {
      globalThis.fetch = realFetch;
      Reflect.deleteProperty(globalThis, 'document');
      await server.close();
    },
  };
}
export type Consoles = Awaited<ReturnType<typeof consolesOf>>;

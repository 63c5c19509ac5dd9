/** A small server of the family: sessions whose tokens expire and rotate, locks, and one list of records. It answers at
 *  once; the scenario decides when its answer arrives. */
import type { User } from '../../src/store/session';
import type { Answer, Call } from '../../src/world/world';
import { allMenus } from '../support/fakeWorld';
import { leaseServer, type Verdict } from './leaseServer';
import { markOf, type Person, people } from './people';

export const rightPassword = 'right';
/** Seconds; short, so that a scenario of minutes covers what otherwise takes a day. */
export const tokenTime = 60;
export const accessLife = 100;
const refreshLife = 400;
/** ms within which a pair whose answer was lost may be asked for once more. */
const graceMs = 30_000;
const userIds: Record<Person, string> = { li: '11', wang: '12' };

export interface ServerSession {
  person: Person;
  /** The current pair; access tokens of earlier ones stay valid until they expire. */
  access: string;
  refresh: string;
  /** The refresh token that was replaced last. */
  before: string;
  /** By the server's clock, ms. */
  renewedAt: number;
  isOver: boolean;
  isLocked: boolean;
  proof: string;
}
interface ProductRow {
  id: string;
  productName: string;
  status: number;
  version: number;
  [field: string]: unknown;
}
/** A write that the server has done. */
export interface Effect {
  url: string;
  person: Person;
  key: string;
  ids: string;
  /** What the person typed, of a record that was entered. */
  text: string;
}

const explored = new Set(['product', 'order', 'payments', 'paymentPlan']);
const menus = allMenus.map((one) => ({ ...one, children: one.children?.filter(({ code }) => explored.has(code)) }));
const buttons = [
  'product_add',
  'product_edit',
  'product_delete',
  'product_view',
  'order_add',
  'order_edit',
  'paymentPlan_pay',
].map((code) => ({ code }));

const sessionDied: Answer = { status: 401, body: { code: 401, success: false, data: null, msg: '请求未授权' } };
export function refusal(code: number, msg: string, more: object = {}): Answer {
  return {
    status: code,
    body: { code, success: false, data: null, msg, ...more },
  };
}
function success(data: unknown): Answer {
  return { status: 200, body: { code: 200, success: true, data, msg: '操作成功' } };
}

export type ExploreServer = ReturnType<typeof exploreServer>;

/** `time`: the server's clock, ms. */
export function exploreServer(time: () => number) {
  const sessions: ServerSession[] = [];
  const accesses = new Map<string, { session: ServerSession; until: number }>();
  const refreshes = new Map<string, ServerSession>();
  const effects: Effect[] = [];
  const done = new Map<string, { asked: string; answer: Answer }>();
  const rows = new Map<Person, ProductRow[]>();
  let counter = 0;
  const lease = leaseServer(() => ++counter);
  /** Each list carries a number of its own, so that a table shows which answer it came from. */
  let stamps = 0;

  const rowsOf = (person: Person): ProductRow[] => {
    let own = rows.get(person);
    if (!own) {
      own = Array.from({ length: 12 }, (_, at) => ({
        id: `${person}-${at + 1}`,
        productName: `${at % 2 === 0 ? 'a' : 'b'} ${markOf(person)}`,
        productCode: `P${at + 1}`,
        deadline: 30,
        amountPer: '10000',
        getType: 0,
        yearRate: '4.2',
        status: 1,
        version: 1,
      }));
      rows.set(person, own);
    }
    return own;
  };
  const tokensOf = (session: ServerSession) => {
    const { person } = session;
    return {
      access_token: session.access,
      refresh_token: session.refresh,
      expires_in: accessLife,
      user_id: userIds[person],
      tenant_id: '000000',
      dept_id: '1',
      role_id: '1',
      account: person,
      real_name: `${person} ${markOf(person)}`,
    };
  };
  const newAccess = (session: ServerSession) => {
    counter += 1;
    session.access = `access-${counter}-${markOf(session.person)}`;
    accesses.set(session.access, { session, until: time() + 1000 * accessLife });
  };
  const newPair = (session: ServerSession) => {
    newAccess(session);
    session.before = session.refresh;
    session.refresh = `refresh-${counter}-${markOf(session.person)}`;
    refreshes.set(session.refresh, session);
    session.renewedAt = time();
  };
  const begin = (person: Person): ServerSession => {
    const session = {
      person,
      access: '',
      refresh: '',
      before: '',
      renewedAt: 0,
      isOver: false,
      isLocked: false,
      proof: '',
    };
    newPair(session);
    sessions.push(session);
    return session;
  };
  /** As the product's server does it: a lost answer may be requested again, any older token was stolen. */
  const renew = (refresh: string): ServerSession | undefined => {
    const session = refreshes.get(refresh);
    const age = session ? time() - session.renewedAt : 0;
    if (!session || session.isOver || age > 1000 * refreshLife) return undefined;
    if (refresh === session.refresh) newPair(session);
    else if (refresh === session.before && age <= graceMs) newAccess(session);
    else {
      session.isOver = true;
      return undefined;
    }
    return session;
  };

  const grant = (query: Record<string, unknown>): Answer => {
    if (query.grant_type === 'refresh_token') {
      const session = renew(String(query.refresh_token));
      return session ? { status: 200, body: tokensOf(session) } : refusal(400, '令牌已失效');
    }
    const person = people.find((one) => one === query.username);
    if (!person || query.password !== `sealed ${rightPassword}`) return refusal(400, '用户名或密码错误');
    return { status: 200, body: tokensOf(begin(person)) };
  };

  const page = (person: Person, query: Record<string, unknown>) => {
    const {
      current = 1,
      size = 10,
      productName = '',
    } = query as { current?: number; size?: number; productName?: string };
    const found = rowsOf(person).filter((row) => row.productName.includes(productName));
    // Copies: what was answered does not change afterwards.
    const records = found.slice((current - 1) * size, current * size).map((row) => ({ ...row }));
    stamps += 1;
    return { records, total: found.length, sums: { stamp: String(stamps) } };
  };
  const write = (person: Person, { url, query = {}, body }: Call): unknown => {
    const own = rowsOf(person);
    if (url.endsWith('/remove')) {
      const ids = String(query.ids).split(',');
      rows.set(
        person,
        own.filter(({ id }) => !ids.includes(id)),
      );
      return true;
    }
    const sent = body as ProductRow;
    if (url.endsWith('/submit')) {
      counter += 1;
      own.unshift({ ...sent, id: `${person}-n${counter}`, version: 1 });
      return true;
    }
    const row = own.find(({ id }) => id === sent.id);
    if (!row) return undefined;
    Object.assign(row, sent, { version: row.version + 1 });
    return { version: row.version };
  };

  const tokenIn = ({ headers = {} }: Call) => (headers['Blade-Auth'] ?? '').replace('bearer ', '');
  const sessionOf = (call: Call) => {
    const found = accesses.get(tokenIn(call));
    return found && !found.session.isOver && time() < found.until ? found.session : undefined;
  };

  const answerIn = (session: ServerSession, call: Call): Answer => {
    const { method, url, body, query = {} } = call;
    const { person } = session;
    if (url === '/blade-auth/oauth/logout') {
      if (method === 'GET') session.isOver = true;
      return success(null);
    }
    if (url === '/blade-auth/oauth/lock') {
      const { proof } = body as { proof: string };
      // The same proof again repeats a request whose answer was lost; another one belongs to another lock.
      if (session.isLocked && session.proof !== proof) return refusal(403, '屏幕已锁定', { reason: 'session.locked' });
      Object.assign(session, { isLocked: true, proof });
      return success(true);
    }
    if (url === '/blade-auth/oauth/unlock') {
      const { proof, password } = body as { proof?: string; password?: string };
      const isRight =
        proof === undefined ? password === `sealed ${rightPassword}` : !session.isLocked || proof === session.proof;
      if (!isRight) return refusal(400, '密码错误', { reason: 'session.wrongUnlock' });
      session.isLocked = false;
      return success(true);
    }
    if (session.isLocked) return refusal(403, '屏幕已锁定', { reason: 'session.locked' });
    if (url === '/blade-auth/oauth/user-info') return success({ rights: { menus, buttons, tops: [], flows: [] } });
    if (url === '/blade-system/menu/routes') return success(menus);
    if (url === '/blade-system/menu/buttons') return success(buttons);
    if (url === '/blade-system/user/info')
      return success({ account: person, realName: `${person} ${markOf(person)}`, name: person, phone: '', email: '' });
    if (url === '/blade-product/product/page') return success(page(person, query));
    if (url === '/blade-product/product/detail') {
      const row = rowsOf(person).find(({ id }) => id === query.id);
      return row ? success({ ...row }) : refusal(400, '记录不存在');
    }
    const isProduct = method === 'POST' && url.startsWith('/blade-product/');
    if (!isProduct && !lease.isWrite(call)) {
      const verdict = lease.serve(person, call);
      if (verdict) return 'refused' in verdict ? refusal(verdict.refused, verdict.msg) : success(verdict.data);
      return success(null);
    }
    const key = call.headers?.['Idempotency-Key'] ?? '';
    const asked = JSON.stringify([url, query, body]);
    const before = key === '' ? undefined : done.get(key);
    if (before)
      return before.asked === asked ? before.answer : refusal(409, 'another request', { reason: 'keyReused' });
    const outcome = isProduct ? write(person, call) : lease.serve(person, call);
    if (outcome === undefined) return refusal(400, '记录不存在');
    if (!isProduct && 'refused' in (outcome as Verdict)) {
      const { refused, msg, reason } = outcome as Extract<Verdict, { refused: number }>;
      return refusal(refused, msg, { reason });
    }
    const sent = (body ?? {}) as { id?: string; productName?: string; remark?: string };
    const text = sent.productName ?? sent.remark ?? '';
    effects.push({ url, person, key, ids: String(query.ids ?? sent.id ?? ''), text });
    const answer = success(isProduct ? outcome : (outcome as { data: unknown }).data);
    if (key) done.set(key, { asked, answer });
    return answer;
  };

  return {
    lease,
    sessions,
    effects,
    begin,
    renew,
    tokenIn,
    /** The session that a token of it belongs to. */
    sessionOf: (access: string) => accesses.get(access)?.session,
    /** The person whose token the call carries, whatever the state of the session. */
    personOf: (call: Call) => people.find((person) => tokenIn(call).endsWith(markOf(person))),
    /** As stored by a window of the browser. `now`: by its clock, ms. */
    keptTokens: ({ access, refresh }: ServerSession, now: number) => ({
      accessToken: access,
      refreshToken: refresh,
      tokenSetAt: now,
      expiresIn: accessLife,
    }),
    userOf: (person: Person): User => ({
      userId: userIds[person],
      tenantId: '000000',
      deptId: '1',
      roleId: '1',
      roleName: '',
      account: person,
      realName: `${person} ${markOf(person)}`,
      businessUserCode: '',
      avatar: '',
      mustChangePassword: false,
    }),
    /** What the server does with a call, and its answer. */
    serve(call: Call): Answer {
      if (call.url === '/blade-auth/oauth/token') return grant(call.form ?? {});
      if (!tokenIn(call)) return success(null); // pages that need no session
      const session = sessionOf(call);
      return session ? answerIn(session, call) : sessionDied;
    },
    /** The stamp of a list that was answered, '' if this is none. */
    stampOf(answer: Answer): string {
      const { data } = (answer.body ?? {}) as { data?: { sums?: { stamp?: string } } };
      return data?.sums?.stamp ?? '';
    },
  };
}

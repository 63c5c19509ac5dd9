/**
 * Injects faults during concurrent writes, again and again, and compares the result with the answers clients got: an
 * acknowledged write exists, a repeated one exists once, and the money adds up.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addDays, businessDate } from '../../contract/domain/calendar';
import { schedule } from '../../contract/domain/leasing/schedule';
import { formerState, formerTree, siblingOf } from './fleet';
import {
  type ExternalDatabase,
  endDatabase,
  ensureBuilt,
  killDatabase,
  look,
  ownerOf,
  password,
  serverOf,
  start,
  startExternal,
  TimeLimit,
  type Victim,
} from './server';

/** The kinds of faults: each arm injects one, with figures of its own. */
export const arms = {
  server: 'kill -9 of the server; started again by hand',
  both: 'kill -9 of the server and of its database',
  supervised: 'kill -9 of the server beside npm start',
  database: 'kill -9 of the embedded database, or of one of its backends, under a living server',
  connection: 'pg_terminate_backend of every busy connection',
  restart: 'pg_ctl restart -m fast of an external database',
  cluster: 'kill -9 of one of three servers on an external database; started again by hand',
  former: 'today’s server starts beside the one of the former tables, which ends or goes on',
} as const;
export type Arm = keyof typeof arms;

export interface Plan {
  arm: Arm;
  /** How many faults are injected. */
  blows: number;
  /** Decides the moments and the order of the writes. */
  seed: number;
  /** How long a recovery may take, in ms. */
  limitMs?: number;
  log(text: string): void;
}

export interface Outcome {
  arm: Arm;
  blows: number;
  /** Writes the server confirmed, at any time. */
  acknowledged: number;
  /** Writes that a fault left without an answer or with a 503, all sent again with their key. */
  retried: number;
  /** Of these, how many had been done all the same (counted where the server is down meanwhile). */
  happened: number;
  /** Acknowledged writes sent again with their key, which must change nothing and get the same answer. */
  repeated: number;
  /** Marks of writes that were acknowledged and are gone, and of writes that exist more than once. */
  lost: string[];
  doubled: string[];
  /** Violated rules of the money, and answers that report a missing database as a bug. */
  broken: string[];
  /** How often the supervisor had to start the server again; 0 means that it kept running. */
  restarts: number;
  /** Why the arm was ended early: something had not happened within its time. */
  late: string[];
  /** Milliseconds until writes are acknowledged again, or from the start of the process to its readiness: median. */
  recoveryMs: number;
}

const writers = 6;
const firstKillMs = 200;
const lastKillMs = 2_000;
const usualLimitMs = 60_000;
const retryMs = 50;
/** So long the former server works beside today's, where it does not end by itself. */
const besideMs = 10_000;
const answerLimitMs = 15_000;
/** Running orders to pay: more instalments than the writers can confirm in all rounds. */
const runningOrders = 300;

type Kind = 'product' | 'customer' | 'order' | 'payment';
interface Write {
  kind: Kind;
  /** What identifies it in the database; for a payment, the ids of its rows. */
  mark: string;
  key: string;
  path: string;
  body: object;
  /** The server's confirmation: the id of the record, or the number of the batch. */
  answer?: string;
}

function throwDice(seed: number) {
  let state = seed >>> 0;
  /** A whole number below `limit` (xorshift). */
  return (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function median(numbers: number[]) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** An answer that confirms nothing, as after a kill: the write may or may not have happened. */
class NoAnswer extends Error {}

async function post(url: string, headers: Record<string, string>, body: object): Promise<any> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerLimitMs),
  }).catch((error) => {
    throw new NoAnswer(String(error));
  });
  const answer = await reply.json().catch((error) => {
    throw new NoAnswer(String(error));
  });
  if (reply.status === 503 && reply.headers.get('retry-after')) throw new NoAnswer(JSON.stringify(answer));
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function signIn(url: string): Promise<Record<string, string>> {
  const md5 = createHash('md5').update(password).digest('hex');
  const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5, tenantId: '000000' });
  const basic = Buffer.from('saber:saber_secret').toString('base64');
  const session = await post(`${url}/api/blade-auth/oauth/token?${query}`, { authorization: `Basic ${basic}` }, {});
  return { 'blade-auth': `bearer ${session.access_token}` };
}

/** Running orders with their plans, inserted directly: leading each through its contracts would take minutes. */
async function seedRunning(client: pg.Client, today: string): Promise<void> {
  const terms = {
    totalAmount: '120000.00',
    yearRate: '7.2',
    deadline: 360,
    getType: 0,
    interestDate: addDays(today, -90),
  } as const;
  const plan = schedule(terms);
  await client.query(
    `insert into lease_product (id, tenant_id, product_name, product_code, deadline, amount_per, get_type, year_rate, periods, create_time, update_time)
     values (1, '000000', 'chaos', 'CHAOS', 360, 10000, 0, 7.2, 12, now(), now())`,
  );
  await client.query(
    `insert into lease_customer (id, tenant_id, real_name, tel, create_time, update_time)
     values (1, '000000', '混沌测试', '15400000000', now(), now())`,
  );
  await client.query(
    `insert into lease_order (id, tenant_id, customer_id, product_id, contract_code, customer_name, product_name, deadline,
       total_amount, amount_per, year_rate, get_type, day_count, interest_date, maturity, bank_card_code, bank_name,
       business_status, pzsfqr, prqy, qyqy, create_time, update_time)
     select n, '000000', 1, 1, 'CHAOS' || n, '混沌测试', 'chaos', 360, $2::numeric, 10000, 7.2, 0, 360, $3::date, $4::date,
            '6299000000000000000', '青屿农商银行', 6, 1, 1, 1, now(), now()
     from generate_series(1, $1::int) n`,
    [runningOrders, terms.totalAmount, terms.interestDate, plan.maturity],
  );
  await client.query(
    `insert into lease_payment_plan (id, tenant_id, order_id, current_periods, total_periods, payment_date, days, monthly_rent,
       rent, principal, amount_payable, bank_card_code, bank_name, create_time, update_time)
     select o.id * 100 + r."currentPeriods", '000000', o.id, r."currentPeriods", r."totalPeriods", r."paymentDate", r.days,
            r."monthlyRent", r.rent, r.principal, r."amountPayable", o.bank_card_code, o.bank_name, now(), now()
     from lease_order o, jsonb_to_recordset($1::jsonb) r("currentPeriods" int, "totalPeriods" int, "paymentDate" date,
       days int, "monthlyRent" numeric, rent numeric, principal numeric, "amountPayable" numeric)`,
    [JSON.stringify(plan.rows)],
  );
  // A server of before has no such table yet: the migration of the next one fills it.
  const { rows } = await client.query(`select to_regclass('lease_order_open') is not null as "isThere"`);
  if (rows[0].isThere)
    await client.query(
      `insert into lease_order_open (tenant_id, order_id, customer_id, product_id, direction, from_day, instalments, amount,
                                     principal)
       select p.tenant_id, o.id, o.customer_id, o.product_id, o.direction, min(p.create_time)::date, count(*),
              sum(p.amount_payable), sum(p.principal)
       from lease_payment_plan p join lease_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
       group by p.tenant_id, o.id, o.customer_id, o.product_id, o.direction`,
    );
}

/** How often each write of one kind is in the database, by its mark. */
const countOf: Record<Exclude<Kind, 'payment'>, string> = {
  product:
    'select product_name as mark, count(*)::int as count from lease_product where product_name = any($1) group by 1',
  customer: 'select real_name as mark, count(*)::int as count from lease_customer where real_name = any($1) group by 1',
  order: 'select remark as mark, count(*)::int as count from lease_order where remark = any($1) group by 1',
};

/** Effects of each write: 0 it did not happen, 1 it did, 2 it happened more than once or in part. */
async function effectsOf(client: pg.Client, writes: readonly Write[]): Promise<Map<Write, number>> {
  const found = new Map<string, number>();
  for (const [kind, text] of Object.entries(countOf)) {
    const marks = writes.filter((write) => write.kind === kind).map(({ mark }) => mark);
    const { rows } = await client.query(text, [marks]);
    for (const { mark, count } of rows) found.set(`${kind} ${mark}`, count);
  }
  const ids = writes.filter(({ kind }) => kind === 'payment').flatMap(({ mark }) => mark.split(','));
  const { rows } = await client.query(
    `select p.id, p.batch_no as batch, (select count(*)::int from lease_payment_txn t where t.plan_id = p.id) as entries
     from lease_payment_plan p where p.id = any($1::bigint[])`,
    [ids],
  );
  const paid = new Map<string, { batch: string | null; entries: number }>(rows.map((row) => [row.id, row]));
  const paymentEffects = ({ mark, answer }: Write): number => {
    const own = mark.split(',').map((id) => paid.get(id)!);
    if (own.every(({ batch, entries }) => batch === null && entries === 0)) return 0;
    const isOnce = own.every(({ batch, entries }) => entries === 1 && batch === own[0]!.batch);
    return isOnce && (answer === undefined || answer === own[0]!.batch) ? 1 : 2;
  };
  return new Map(
    writes.map((write) => [
      write,
      write.kind === 'payment' ? paymentEffects(write) : (found.get(`${write.kind} ${write.mark}`) ?? 0),
    ]),
  );
}

/** Names of the violated rules, each a query that must find nothing. */
const rules: Record<string, string> = {
  'principal of a plan is its order’s': `select from lease_order o join lease_payment_plan p on p.tenant_id = o.tenant_id and p.order_id = o.id group by o.tenant_id, o.id having sum(p.principal) <> o.total_amount`,
  'rent of a plan is its order’s': `select from lease_order o join lease_payment_plan p on p.tenant_id = o.tenant_id and p.order_id = o.id group by o.tenant_id, o.id
     having sum(p.rent) <> round(o.total_amount * o.year_rate / 100 * o.deadline / o.day_count, 2)`,
  'a paid row has exactly one entry of its amount': `select from lease_payment_plan p where (select array_agg(amount) from lease_payment_txn t where t.plan_id = p.id)
       is distinct from case when p.pay_status = 1 then array[p.amount_payable] end`,
  'paid rows say how much, when and in which batch': `select from lease_payment_plan where (pay_status = 1) <> (paid_amount = amount_payable and paid_time is not null and batch_no is not null)`,
  'an order is settled when its last row is paid, and only then': `select from lease_order o where business_status in (6, 8) and (business_status = 8) <>
       (not exists (select from lease_payment_plan p where p.order_id = o.id and p.pay_status = 0))`,
  'a key that is taken has its answer': `select from idempotency where answer is null`,
  'each payment is in the history once': `select from lease_payment_plan p where (select count(*) from audit_log a where a.entity_id = p.id and action = 'pay') <> p.pay_status`,
};

export async function chaos({ arm, blows, seed, limitMs = usualLimitMs, log }: Plan): Promise<Outcome> {
  ensureBuilt();
  const isKilledByUs = arm === 'server' || arm === 'both';
  const dataDir = mkdtempSync(join(tmpdir(), 'leasedesk-chaos-'));
  const dice = throwDice(seed);
  const outcome: Outcome = {
    ...{ arm, blows: 0, acknowledged: 0, retried: 0, happened: 0, repeated: 0, restarts: 0, recoveryMs: 0 },
    ...{ lost: [], doubled: [], broken: [], late: [] },
  };
  const acknowledged: Write[] = [];
  const recoveries: number[] = [];
  let victim: Victim | undefined;
  /** Servers beside the first, each with its folder. */
  const others: { dataDir: string; server: Victim }[] = [];
  const folders = [dataDir];
  let tree: string | undefined;
  let turn = 0;
  let external: ExternalDatabase | undefined;
  let session: Record<string, string> = {};
  let made = 0;
  let nextRow = 0;
  const owner = () => external?.owner ?? ownerOf(dataDir);

  const payable = Array.from({ length: runningOrders * 12 }, (_, i) =>
    String((1 + (i % runningOrders)) * 100 + 1 + Math.floor(i / runningOrders)),
  );

  /** Each write has its own mark and rows, so that every finding can be attributed to it. */
  const nextWrite = (): Write => {
    const mark = `chaos ${seed}-${++made}`;
    const key = `chaos-${seed}-${made}-${dice(1_000_000)}`;
    const kind = (['payment', 'payment', 'order', 'customer', 'product'] as const)[dice(5)]!;
    if (kind === 'payment' && nextRow + 3 <= payable.length) {
      const ids = payable.slice(nextRow, nextRow + 1 + dice(3));
      nextRow += ids.length;
      const query = new URLSearchParams({ ids: ids.join(','), reason: mark });
      return { kind, mark: ids.join(','), key, path: `/blade-paymentPlan/paymentPlan/updateBat?${query}`, body: {} };
    }
    if (kind === 'product') {
      const goods = { productCode: `C${made}`, deadline: 90, amountPer: '10000', getType: 0, yearRate: '4.5' };
      return { kind, mark, key, path: '/blade-product/product/submit', body: { productName: mark, ...goods } };
    }
    if (kind === 'customer')
      return { kind, mark, key, path: '/blade-customer/customer/submit', body: { realName: mark, tel: '15400000001' } };
    const body = { customerId: '1', productId: '1', totalAmount: '20000', remark: mark };
    return { kind: 'order', mark, key, path: '/blade-order/order/submit', body };
  };

  /** The next of the servers that are there: a repetition goes to another one. */
  const nextUrl = (): string => {
    const there = [victim!, ...others.map(({ server }) => server)].filter((one) => one.isAlive());
    return (there[turn++ % there.length] ?? victim!).url;
  };

  const send = async (write: Write): Promise<string> => {
    const { data } = await post(
      `${nextUrl()}/api${write.path}`,
      { ...session, 'idempotency-key': write.key },
      write.body,
    );
    return write.kind === 'payment' ? data.batchNo : data.id;
  };

  /** Writes as fast as it can until the server is gone; answers the write that was left without an answer. */
  const writeOn = async (): Promise<Write> => {
    for (;;) {
      const write = nextWrite();
      try {
        write.answer = await send(write);
        acknowledged.push(write);
      } catch (error) {
        if (error instanceof NoAnswer) return write;
        throw error;
      }
    }
  };

  const judge = async (writes: readonly Write[]): Promise<void> => {
    const effects = await look(owner(), (client) => effectsOf(client, writes));
    for (const [{ kind, mark }, count] of effects) {
      if (count === 0) outcome.lost.push(`${kind} ${mark}`);
      if (count > 1) outcome.doubled.push(`${kind} ${mark}`);
    }
  };
  const checkRules = () =>
    look(owner(), async (client) => {
      for (const [name, text] of Object.entries(rules)) {
        const { rowCount } = await client.query(text);
        if (rowCount) outcome.broken.push(`${name}: ${rowCount}`);
      }
    });

  const checkAgain = async (from: number, left: readonly Write[]): Promise<void> => {
    // some that had their answer are asked again: the same answer, and nothing more
    const again = acknowledged.slice(from).filter(() => dice(10) === 0);
    for (const write of again)
      if ((await send(write)) !== write.answer) outcome.doubled.push(`${write.kind} ${write.mark} (another answer)`);
    outcome.repeated += again.length;
    await judge([...left, ...again]);
    await checkRules();
  };

  const until = async (happens: () => Promise<number> | boolean): Promise<void> => {
    for (const giveUpAt = Date.now() + limitMs; !(await happens()); await sleep(5))
      if (Date.now() > giveUpAt) throw new TimeLimit(`nothing happened within ${limitMs} ms\n${victim!.output()}`);
  };
  /** A drawn moment in the middle of work: on a slow machine it is later, so that there is work to interrupt. */
  const untilBusy = (from: number): Promise<unknown> =>
    Promise.all([
      sleep(firstKillMs + dice(lastKillMs - firstKillMs)),
      until(() => acknowledged.length - from > writers * 2),
    ]);

  /** The server is killed, and all writers wait until it is back. */
  const killServer = async (): Promise<string> => {
    const from = acknowledged.length;
    const storm = Promise.all(Array.from({ length: writers }, writeOn));
    await Promise.race([untilBusy(from), storm]); // an error in a writer ends the run at once
    await victim!.kill();
    const left = await storm;
    if (arm === 'both') killDatabase(dataDir);

    victim = await start(dataDir);
    recoveries.push(victim.startMs);
    await judge(acknowledged.slice(from));
    const before = await look(owner(), (client) => effectsOf(client, left));
    outcome.happened += [...before.values()].filter((count) => count > 0).length;
    for (const write of left) {
      write.answer = await send(write);
      acknowledged.push(write);
    }
    outcome.retried += left.length;
    await checkAgain(from, left);
    return `${acknowledged.length - from} acknowledged, ${left.length} retried; back in ${Math.round(victim.startMs)} ms`;
  };

  /** Ends connections that have work under way, and answers how many. */
  const endBusy = (): Promise<number> =>
    look(owner(), async (client) => {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) as is_ended from pg_stat_activity
         where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      return rows.length;
    });
  const killBackend = (): Promise<number> =>
    look(owner(), async (client) => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()
         and pid <> pg_backend_pid() order by state <> 'idle' desc limit 1`,
      );
      for (const { pid } of rows) process.kill(pid, 'SIGKILL');
      return rows.length;
    });
  const settings = (): Record<string, string> => (external ? { DATABASE_URL: external.url } : {});
  const joinIn = async (): Promise<void> => {
    const own = siblingOf(dataDir);
    folders.push(own);
    others.push({ dataDir: own, server: await start(own, { env: settings() }) });
  };
  /** The others work on while one that was killed comes back. */
  let comingBack: Promise<unknown> = Promise.resolve();
  const killOne = async (): Promise<void> => {
    const struck = others[dice(others.length + 1)];
    await (struck?.server ?? victim!).kill();
    comingBack = start(struck?.dataDir ?? dataDir, { env: settings() }).then((server) => {
      if (struck) struck.server = server;
      else victim = server;
    });
    comingBack.catch(() => undefined); // it is awaited later
  };
  /** Today's server brings its tables; the former one notices and ends, or shares the work and is then asked to end. */
  const replace = async (): Promise<void> => {
    const former = victim!;
    await joinIn();
    const code = await Promise.race([former.exited, sleep(besideMs).then(() => former.stop())]);
    if (code && code !== 75) outcome.broken.push(`the former server ended with ${code}`);
    victim = others.pop()!.server;
  };
  const strike = async (round: number): Promise<void> => {
    if (arm === 'cluster') return killOne();
    if (arm === 'former') return replace();
    if (arm === 'connection') await until(endBusy);
    else if (arm === 'restart') await external!.restart();
    else if (arm === 'supervised') process.kill(serverOf(dataDir), 'SIGKILL');
    else if (round % 2 === 0) await until(killBackend);
    else killDatabase(dataDir);
  };

  /** Writers keep writing and send again what got no answer, while faults are injected below the server. */
  const breakBeneath = async (): Promise<void> => {
    let isOver = false;
    const left: Write[] = [];
    const persist = async (): Promise<void> => {
      while (!isOver) {
        const write = nextWrite();
        let giveUpAt = 0;
        for (;;) {
          try {
            write.answer = await send(write);
            acknowledged.push(write);
            break;
          } catch (error) {
            if (!(error instanceof NoAnswer)) throw error;
            giveUpAt ||= Date.now() + limitMs;
            if (Date.now() > giveUpAt) throw new TimeLimit(`no answer any more: ${error.message}\n${victim!.output()}`);
            if (!left.includes(write)) left.push(write);
            await sleep(retryMs);
          }
        }
      }
    };
    const writing = Array.from({ length: writers }, persist);
    const storm = Promise.all(writing).then(() => 1);
    try {
      for (let round = 1; round <= blows; round++) {
        const from = acknowledged.length;
        await Promise.race([comingBack, storm]);
        await Promise.race([untilBusy(from), storm]);
        const struckAt = performance.now();
        await Promise.race([strike(round), storm]);
        const struck = acknowledged.length;
        await Promise.race([until(() => acknowledged.length - struck > writers * 2), storm]);
        recoveries.push(performance.now() - struckAt);
        outcome.blows++;
        log(
          `${arm} ${round}: ${acknowledged.length - from} acknowledged; back in ${Math.round(recoveries.at(-1)!)} ms`,
        );
      }
    } finally {
      isOver = true;
      await Promise.allSettled(writing);
    }
    await storm;
    await comingBack;
    outcome.retried = left.length;
    await checkAgain(0, left);
    outcome.restarts = victim!.restarts();
    if (!victim!.isAlive()) outcome.broken.push('the server is gone');
    for (const { output } of [victim!, ...others.map(({ server }) => server)])
      if (/unexpected error/.test(output())) outcome.broken.push(output());
  };

  const killOften = async (): Promise<void> => {
    for (let round = 1; round <= blows; round++) {
      log(`${arm} ${round}: ${await killServer()}`);
      outcome.blows++;
    }
  };
  /** What is known by then is the outcome all the same; what fails after it is a consequence. */
  const noteLate = (error: Error): void => {
    if (!(error instanceof TimeLimit) && outcome.late.length === 0) throw error;
    outcome.late.push(error.message);
  };

  try {
    if (['restart', 'cluster', 'former'].includes(arm)) external = await startExternal();
    if (arm === 'former') tree = formerTree(formerState()!);
    victim = await start(dataDir, {
      isSupervised: !isKilledByUs && !['cluster', 'former'].includes(arm),
      env: settings(),
      ...(tree ? { tree } : {}),
    });
    if (arm === 'cluster') for (let count = 1; count < 3; count++) await joinIn();
    log(`first start ${Math.round(victim.startMs)} ms`);
    await look(owner(), (client) => seedRunning(client, businessDate(Date.now())));
    session = await signIn(victim.url);
    await (isKilledByUs ? killOften() : breakBeneath()).catch(noteLate);
    await judge(acknowledged).catch(noteLate); // and nothing was lost by a later fault
    outcome.acknowledged = acknowledged.length;
    outcome.recoveryMs = Math.round(median(recoveries));
    outcome.lost = [...new Set(outcome.lost)];
    outcome.doubled = [...new Set(outcome.doubled)];
    for (const { server } of others) await server.stop().catch(noteLate);
    await victim.stop().catch(noteLate);
    return outcome;
  } catch (error) {
    for (const server of [...others.map((one) => one.server), victim]) await server?.stop().catch(() => undefined);
    endDatabase(dataDir);
    throw error;
  } finally {
    if (outcome.late.length > 0) endDatabase(dataDir);
    await external?.stop();
    if (tree) folders.push(tree);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
